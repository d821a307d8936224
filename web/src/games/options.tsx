/* The rules of a game that people may choose between when they make a table: from the game's own table of options. */
import type { GameName, OptionInfo } from "../engine";
import { capital, list, t } from "../look/text";
import { Segmented, Stepper, Switch } from "../parts";
import { engine } from "../shell/state";
import { moduleOf } from "./registry";

/** As a record has them; what is not there is as the rules say. */
export type RuleChoices = Readonly<Record<string, string | number | boolean>>;

/** More numbers than these are for programs: nobody wants to choose among them. */
const MOST_NUMBERS = 12;

function infoOf(game: GameName): OptionInfo[] {
    return engine.value?.games().find(({ name }) => name === game)?.options ?? [];
}

function numbersOf({ min, max }: OptionInfo, seats: number): number[] {
    if (min === undefined || max === undefined) return [];
    const last = Math.min(max, namesSeats(min) ? seats - 1 : max);
    return Array.from({ length: Math.max(0, last - min + 1) }, (_, i) => min + i);
}

/** Numbers from 0 are seats; amounts begin with 1. */
function namesSeats(min: number | undefined): boolean {
    return min === 0;
}

/** Those that people choose: neither what is read from files nor what only a program would set. The names and pictures of a
 * game are a choice of their own. */
export function ruleOptions(game: GameName): OptionInfo[] {
    const edition = moduleOf(game).editions?.option;
    return infoOf(game).filter(
        ({ name, data, min, max }) =>
            !data && name !== edition && (max === undefined || max - (min ?? 0) < MOST_NUMBERS),
    );
}

function isSwitch({ words }: OptionInfo): boolean {
    return words.length === 2 && words[0] === "false" && words[1] === "true";
}

/** A word of an option, as people say it; one that is not known here is said as it is. */
function wordSaid(word: string): string {
    const said: Record<string, () => string> = {
        random: () => t("at random"),
        seat: () => t("in the order of seats"),
        shared: () => t("nothing: they share the win"),
        cheque: () => t("the highest cheque"),
        together: () => t("together"),
        in_turn: () => t("in turn"),
    };
    return said[word]?.() ?? word.replaceAll("_", " ");
}

function valueSaid({ min }: OptionInfo, value: string | number | boolean): string {
    if (typeof value !== "number") return wordSaid(String(value));
    return namesSeats(min) ? t("seat {n}", { n: value + 1 }) : String(value);
}

/** What differs from the rules, a line for each option. */
export function rulesSaid(game: GameName, chosen: RuleChoices): string[] {
    const { editions } = moduleOf(game);
    return infoOf(game).flatMap((option) => {
        const value = chosen[option.name];
        const about = capital(option.about);
        if (value === undefined || option.data) return [];
        if (option.name === editions?.option) {
            const edition = editions.choices.find((one) => one.value === value)?.name();
            return [`${editions.label()}: ${edition ?? String(value)}`];
        }
        return [isSwitch(option) ? about : `${about}: ${valueSaid(option, value)}`];
    });
}

/** Why these do not go together, in the words of the rules; null if they do. */
export function rulesProblem(game: GameName, seats: number, chosen: RuleChoices): string | null {
    const setup = JSON.stringify({ record: 1, game, seats, options: chosen });
    return engine.value?.host(setup, "0")?.text ?? null;
}

interface OptionProps {
    option: OptionInfo;
    seats: number;
    value: string | number | boolean | undefined;
    /** Undefined: as the rules say. */
    onChange: (value: string | number | boolean | undefined) => void;
}

function Choice({ option, seats, value, onChange }: OptionProps) {
    const label = capital(option.about);
    const usual = option.words[0] ?? option.fallback;
    const change = (next: string | number | boolean) => onChange(next === usual ? undefined : next);
    if (isSwitch(option))
        return <Switch label={label} on={value === true} onChange={(on) => onChange(on || undefined)} />;
    const numbers = numbersOf(option, seats);
    if (option.words.length === 0)
        return (
            <Stepper
                label={label}
                value={Number(value ?? usual)}
                min={numbers[0]!}
                max={numbers.at(-1)!}
                onChange={change}
            />
        );
    const all = [...option.words, ...numbers];
    return (
        <Segmented
            label={label}
            value={String(value ?? usual)}
            onChange={(next) => change(all.find((one) => String(one) === next)!)}
            options={all.map((one): [string, string] => [String(one), capital(valueSaid(option, one))])}
        />
    );
}

/** The rules to choose from, folded until somebody wants to; what is chosen is said in the fold. */
export function RuleOptions({
    game,
    seats,
    chosen,
    open,
    onChange,
}: {
    game: GameName;
    seats: number;
    /** Not folded. */
    open?: boolean;
    chosen: RuleChoices;
    onChange: (chosen: RuleChoices) => void;
}) {
    const options = ruleOptions(game);
    if (options.length === 0) return null;
    const said = rulesSaid(game, chosen);
    const problem = rulesProblem(game, seats, chosen);
    const set = (name: string, value: string | number | boolean | undefined) => {
        const { [name]: _, ...others } = chosen;
        onChange(value === undefined ? others : { ...others, [name]: value });
    };
    return (
        <details class="rule-options" open={open}>
            <summary>
                <b>{t("Rules")}</b> <span>{said.length > 0 ? list(said) : t("the usual ones")}</span>
            </summary>
            {options.map((option) => (
                <Choice
                    key={option.name}
                    option={option}
                    seats={seats}
                    value={chosen[option.name]}
                    onChange={(value) => set(option.name, value)}
                />
            ))}
            {problem && (
                <p class="rule-problem" role="alert">
                    {problem}
                </p>
            )}
        </details>
    );
}
