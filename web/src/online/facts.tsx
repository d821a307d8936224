/* What was settled when a table was made, in words: the clock, the rules, whether a master may be asked, the promise of the dice. */
import { rulesSaid, type RuleChoices } from "../games/options";
import { capital, t, tn } from "../look/text";
import { isEither, isFlag, isNumber, isText } from "../shape";
import type { LobbyState } from "./messages";
import type { Witness } from "./witness";

function clockSaid(clock: LobbyState["clock"]): string {
    if (!clock) return t("no clock");
    if ("days" in clock) return tn("{n} day a move", "{n} days a move", clock.days);
    return t("{move} s a move and {bank} min in the bank", {
        move: clock.move,
        bank: Math.round(clock.bank / 60),
    });
}

const isChoice = isEither(isText, isEither(isNumber, isFlag));

/** The options of a table that are a word, a number or a switch; others are boards and decks. */
function choicesOf(options: object): RuleChoices {
    return Object.fromEntries(
        Object.entries(options).filter((entry): entry is [string, string | number | boolean] =>
            isChoice(entry[1]),
        ),
    );
}

function factsOf(lobby: LobbyState): string[] {
    return [
        capital(clockSaid(lobby.clock)),
        ...(lobby.spectators > 0
            ? [tn("{n} person is watching", "{n} people are watching", lobby.spectators)]
            : []),
        ...(lobby.open ? [capital(t("open to everybody"))] : []),
        ...(lobby.help === false
            ? [
                  t(
                      "No help from the master: nobody asks for advice here. That is a matter of honour, since the bots are in everybody’s page.",
                  ),
              ]
            : []),
        ...rulesSaid(lobby.game, choicesOf(lobby.options)),
    ];
}

/** A word for machines, which breaks between its parts where it does not fit. */
export function LongWord({ parts }: { parts: readonly string[] }) {
    return (
        <code class="long-word">
            {parts.map((part, i) => (
                <span key={i}>{part}</span>
            ))}
        </code>
    );
}

/** So many digits can be compared by voice. */
const DIGITS = 16;

/** The head of the chain, for those who do not trust the server to show them all the same game. */
function HeadShown({ witness }: { witness: Witness }) {
    const told = witness.head.value;
    if (!told) return null;
    const groups = told.head.slice(0, DIGITS).match(/.{4}/g) ?? [];
    return (
        <p class="muted small table-promise">
            {t("The game up to line {n}", { n: told.number })}:{" "}
            <code class="head-digits">{groups.join(" ")}</code>
            {t(
                "Whoever has the same digits at the same line was shown the same game. Compare them by voice: the server could change a chat.",
            )}
        </p>
    );
}

export function TableFacts({ lobby, witness }: { lobby: LobbyState; witness?: Witness }) {
    return (
        <>
            <ul class="table-facts">
                {factsOf(lobby).map((fact) => (
                    <li key={fact}>{fact}</li>
                ))}
            </ul>
            <p class="muted small table-promise">
                {t("Promise of cards and dice")}: <LongWord parts={lobby.commit.match(/.{1,8}/g) ?? []} />
            </p>
            {witness && <HeadShown witness={witness} />}
        </>
    );
}
