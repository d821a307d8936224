/* Who is spoken to: beside "You" a chip says "your turn", beside a name "to play". */
import type { Position } from "../engine";
import { t } from "../look/text";

/** Is this seat called "You" on the screen? Then what stands beside it speaks to the person. */
export function isYou(at: Position, seat: number): boolean {
    return seat === at.you && at.names[seat] === t("You");
}
