/* Who has bid what in this auction, who passes, and who is still to come. */
import type { LootPosition, LootSeat } from "../../engine";
import { t } from "../../look/text";
import { Chip, SeatMark } from "../../parts";
import { money } from "./estate";

const isToCome = (seat: LootSeat) => seat.in && seat.said === null && seat.up.length > 0;

function Bid({ at, seat }: { at: LootPosition; seat: number }) {
    const { said } = at.seats[seat]!;
    const name = at.names[seat]!;
    const mark = <SeatMark seat={seat} name={name} />;
    if (typeof said === "number")
        return (
            <Chip tone="bid">
                {mark} <span class="loot-bid-long">{name}</span> {money(said)}
            </Chip>
        );
    if (said === "pass")
        return (
            <Chip>
                {mark} <span class="loot-bid-short">–</span>
                <span class="loot-bid-long">
                    {seat === at.you ? t("You pass") : t("{name} passes", { name })}
                </span>
            </Chip>
        );
    return (
        <Chip tone={at.actors.includes(seat) ? "turn" : undefined}>
            {mark} <span class="loot-bid-long">{name}</span>
        </Chip>
    );
}

/** In the order of bidding. For the eye: the log says the same for ears. */
export function Bids({ at }: { at: LootPosition }) {
    if (at.phase !== "auction") return null;
    const order = at.seats.map((_, i) => (at.active + 1 + i) % at.seats.length);
    const shown = order.filter(
        (seat) => at.seats[seat]!.said !== null || at.actors.includes(seat) || isToCome(at.seats[seat]!),
    );
    return (
        <div class="loot-bid-line" key={shown.map((seat) => at.seats[seat]!.said).join()} aria-hidden="true">
            {shown.map((seat) => (
                <Bid key={seat} at={at} seat={seat} />
            ))}
        </div>
    );
}
