/* Before the first move: what one plays for, how many play, how strong the bots are. Any change deals anew. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { GameName } from "../engine";
import { RuleOptions, ruleOptions, rulesProblem, type RuleChoices } from "../games/options";
import { factsOf, gameAim, gameGoal, playersOf } from "../games/registry";
import type { Art } from "../look/art";
import { settings, set } from "../look/settings";
import { number, t } from "../look/text";
import { Button, Dialog, goalLine, IconButton, Segmented, Sym, tell } from "../parts";
import { isSame } from "../shape";
import { levelName } from "./levels";
import { levelOf, levelsFor } from "./state";

interface PickProps<T extends string> {
    icon: Art;
    label: string;
    value: T;
    options: [T, string][];
    onChange: (value: T) => void;
}

/** One of several: side by side where there is room, else a list that opens. */
function Pick<T extends string>({ icon, label, value, options, onChange }: PickProps<T>) {
    return (
        <div class="before-pick">
            <span class="before-label" aria-hidden="true">
                <Sym art={icon} />
                {label}
            </span>
            <Segmented label={label} hideLabel value={value} options={options} onChange={onChange} />
            <select
                aria-label={label}
                value={value}
                onChange={(event) => onChange(event.currentTarget.value as T)}
            >
                {options.map(([key, text]) => (
                    <option key={key} value={key}>
                        {text}
                    </option>
                ))}
            </select>
        </div>
    );
}

function Players({ game, onChange }: BeforeProps) {
    const [least, most] = factsOf(game).seats;
    const all = Array.from({ length: most - least + 1 }, (_, i) => least + i);
    const { seats } = settings.value;
    return (
        <Pick
            icon="i-people"
            label={t("Players")}
            value={String(playersOf(game))}
            options={all.map((n) => [String(n), number(n)])}
            onChange={(n) => (set({ seats: { ...seats, [game]: Number(n) } }), onChange())}
        />
    );
}

function Bots({ game, onChange }: BeforeProps) {
    const { levels } = settings.value;
    return (
        <Pick
            icon="i-robot"
            label={t("Bots")}
            value={levelOf(game)}
            options={levelsFor(game).map((level) => [level, levelName(level)])}
            onChange={(level) => (set({ levels: { ...levels, [game]: level } }), onChange())}
        />
    );
}

/** What it means is said when it is switched on: the goal keeps its place. */
function Practice({ onChange }: Omit<BeforeProps, "game">) {
    const meaning = t("In practice you may undo any move; the game counts for nothing.");
    const choose = (practice: boolean) => {
        set({ practice });
        if (practice) tell(meaning);
        onChange();
    };
    return (
        <label class="before-practice" title={meaning}>
            <input
                type="checkbox"
                role="switch"
                checked={settings.value.practice}
                onChange={(event) => choose(event.currentTarget.checked)}
            />
            <span>{t("Practice")}</span>
        </label>
    );
}

/** The options of the rules, in a sheet: few want them. What does not go together is not dealt. */
function RulesButton({ game, onChange }: BeforeProps) {
    const isOpen = useSignal(false);
    const chosen = settings.value.rules[game] ?? {};
    const draft = useSignal<RuleChoices>(chosen);
    if (ruleOptions(game).length === 0) return null;
    const seats = playersOf(game);
    const show = () => {
        draft.value = chosen;
        isOpen.value = true;
    };
    const close = () => {
        isOpen.value = false;
        if (isSame(draft.peek(), chosen) || rulesProblem(game, seats, draft.peek())) return;
        set({ rules: { ...settings.peek().rules, [game]: { ...draft.peek() } } });
        onChange();
    };
    return (
        <>
            <IconButton
                class="before-rules"
                icon="i-gear"
                label={t("Rules")}
                pressed={Object.keys(chosen).length > 0}
                onPick={show}
            />
            <Dialog
                open={isOpen.value}
                title={t("Rules")}
                onClose={close}
                actions={
                    <Button go onPick={close}>
                        {t("Deal anew")}
                    </Button>
                }
            >
                <RuleOptions
                    game={game}
                    seats={seats}
                    chosen={draft.value}
                    open
                    onChange={(next) => void (draft.value = next)}
                />
            </Dialog>
        </>
    );
}

interface BeforeProps {
    game: GameName;
    /** What was chosen is set: deal anew. */
    onChange: () => void;
}

/** A new deal brings a new page; whoever chose by keys goes on where they were, and the sheet stays open. */
const FOCUS = "input:checked, input[type=checkbox], select";
let touched = -1;
let sheetStays = false;

function useFocus() {
    const box = useRef<HTMLDivElement>(null);
    const fields = () => [...box.current!.children];
    useEffect(() => {
        const all = fields()[touched]?.querySelectorAll<HTMLElement>(FOCUS) ?? [];
        const found = [...all].find((one) => one.offsetParent);
        if (!found) return;
        found.focus({ preventScroll: true });
        touched = -1;
    }, []);
    const note = (event: Event) => {
        touched = fields().findIndex((field) => field.contains(event.target as Node));
    };
    return { box, note };
}

function Goal({ game }: { game: GameName }) {
    return (
        <p class="before-goal">
            <Sym art="i-target" />
            <b>{gameGoal(game)}</b>
        </p>
    );
}

function Choices({ game, onChange }: BeforeProps) {
    const { box, note } = useFocus();
    return (
        <div class="before-choices" ref={box} onChangeCapture={note}>
            <Players game={game} onChange={onChange} />
            <Bots game={game} onChange={onChange} />
            <Practice onChange={onChange} />
            <RulesButton game={game} onChange={onChange} />
        </div>
    );
}

/** "4 players, gentle": what opens the sheet where the top line has no room for the choices. */
function OpenButton({ game, onPick }: { game: GameName; onPick: () => void }) {
    const label = t("Players and bots");
    return (
        <button
            type="button"
            class="before-open"
            aria-label={label}
            title={label}
            aria-haspopup="dialog"
            onClick={onPick}
        >
            <Sym art="i-people" />
            <span>{number(playersOf(game))}</span>
            <span class="before-level">{levelName(levelOf(game))}</span>
        </button>
    );
}

/** In the top line, so that the board does not move when it goes; where there is no room, in a sheet. */
export function BeforeTable(props: BeforeProps) {
    const isOpen = useSignal(sheetStays);
    useEffect(() => {
        sheetStays = false;
        goalLine.value = gameAim(props.game);
        return () => void (goalLine.value = "");
    }, []);
    const close = () => void (isOpen.value = false);
    const dealAnew = () => {
        sheetStays = true;
        props.onChange();
    };
    return (
        <section class="before" aria-label={t("Before the first move")}>
            <div class="before-line">
                <Goal game={props.game} />
                <Choices {...props} />
            </div>
            <OpenButton game={props.game} onPick={() => void (isOpen.value = true)} />
            <Dialog
                open={isOpen.value}
                title={t("Players and bots")}
                onClose={close}
                actions={
                    <Button go onPick={close}>
                        {t("Go on")}
                    </Button>
                }
            >
                <div class="before-sheet">
                    <Goal game={props.game} />
                    <Choices game={props.game} onChange={dealAnew} />
                </div>
            </Dialog>
        </section>
    );
}
