/* Are the dice honest? The record of a game, held against the receipt that this browser has kept of it, and against itself. */
import { useSignal, type Signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { loadModule, startEngine, type Engine, type Verdict } from "../engine";
import { t, tn } from "../look/text";
import {
    noteVerified,
    parseReceipt,
    readReceipt,
    receiptByPromise,
    saveReceipt,
    type Receipt,
} from "../online/receipts";
import { Button, Busy, Dialog, Sym, tell } from "../parts";
import { isText, isWith, parseAs } from "../shape";
import { engineSpeaks } from "../shell/state";

/** A sentence about what was found. */
export interface Finding {
    tone: "good" | "warn" | "bad";
    text: string;
}

const good = (text: string): Finding => ({ tone: "good", text });
const warn = (text: string): Finding => ({ tone: "warn", text });

/** Of the promise and the nonce there is a receipt where the nonce was sent, on no other device. */
function promiseFindings({ bound }: Verdict, { commit, nonce }: Receipt): Finding[] {
    if (bound)
        return [
            good(
                t(
                    "The promise of the dice is the one that you were shown before your random number was sent, and that number is in the record.",
                ),
            ),
        ];
    if (commit !== null && nonce !== null) return [];
    return [
        warn(
            t(
                "The random number of your seat was not sent from this browser, so the promise could not be compared.",
            ),
        ),
    ];
}

function lineFindings({ ok, lines, compared }: Verdict, { secrets }: Receipt): Finding[] {
    const hidden = Object.keys(secrets).length;
    return [
        ...(compared > 0
            ? [
                  good(
                      tn(
                          "{n} line is the one that you were shown.",
                          "{n} lines are those that you were shown.",
                          compared,
                      ),
                  ),
              ]
            : []),
        ...(ok && hidden > 0
            ? [
                  good(
                      tn(
                          "{n} line that only you saw is the same.",
                          "{n} lines that only you saw are the same.",
                          hidden,
                      ),
                  ),
              ]
            : []),
        ...(ok && compared < lines
            ? [
                  warn(
                      t(
                          "The receipt ends with line {n}: what came later was held against the record alone.",
                          { n: compared - 1 },
                      ),
                  ),
              ]
            : []),
    ];
}

function nameFindings({ names }: Verdict): Finding[] {
    return names.map(({ seat, was, now }) =>
        warn(
            t("Seat {n} was {was} and is {now} in the record. People may be forgotten.", {
                n: seat + 1,
                was,
                now,
            }),
        ),
    );
}

/** All that was found, in the order in which it was looked for; the first difference comes last but for names. */
export function findingsOf(verdict: Verdict, receipt: Receipt | null): Finding[] {
    const { ok, line, text, events } = verdict;
    const said = line === null ? text : t("Line {line}: {reason}", { line, reason: text });
    return [
        ...(receipt ? [...promiseFindings(verdict, receipt), ...lineFindings(verdict, receipt)] : []),
        ...(events > 0
            ? [
                  good(
                      tn(
                          "{n} card or roll was dealt again from the seed, and is the same.",
                          "{n} cards and rolls were dealt again from the seed, and are the same.",
                          events,
                      ),
                  ),
              ]
            : []),
        ...(ok ? [] : [{ tone: "bad" as const, text: said }]),
        ...nameFindings(verdict),
    ];
}

/** What is proven, and what is not. */
function meaningOf({ ok }: Verdict, receipt: Receipt | null): string {
    if (!receipt)
        return t(
            "There is no receipt of this game in this browser, as for those who watch or have played on another device. So the record was held against itself alone: that does not show that the promise was made before the game, nor that this is the game that was played.",
        );
    return ok
        ? t(
              "The server could not choose your cards, and this is the game that you were shown. It is not proven that it told nobody what was hidden; and to others a receipt proves nothing, since nobody has signed it.",
          )
        : t("This is not the game that you were promised and shown. Save the record and the receipt.");
}

const ART = { good: "i-check", warn: "i-info", bad: "i-warn" } as const;

function toneName(tone: Finding["tone"]): string {
    return { good: t("Good"), warn: t("Note"), bad: t("Wrong") }[tone];
}

export function Findings({ verdict, receipt }: { verdict: Verdict; receipt: Receipt | null }) {
    const { ok } = verdict;
    const whole = ok && receipt ? t("The dice were honest.") : t("The record fits itself.");
    return (
        <div class="findings" role="status">
            <p class={ok ? "findings-good" : "findings-bad"}>
                <Sym art={ok ? "i-check" : "i-warn"} /> <b>{ok ? whole : t("Something is wrong.")}</b>
            </p>
            <ul>
                {findingsOf(verdict, receipt).map(({ tone, text }) => (
                    <li key={text} class={`finding-${tone}`}>
                        <Sym art={ART[tone]} label={toneName(tone)} /> <span>{text}</span>
                    </li>
                ))}
            </ul>
            <p class="muted small">{meaningOf(verdict, receipt)}</p>
        </div>
    );
}

function ReceiptFile({ onReceipt }: { onReceipt: (receipt: Receipt) => void }) {
    const read = async (file: File | undefined) => {
        if (!file) return;
        const receipt = parseReceipt(await file.text());
        if (receipt) onReceipt(receipt);
        else tell(t("{file} is no receipt.", { file: file.name }), "bad");
    };
    return (
        <label class="btn file-btn">
            <span>{t("Open a receipt")}</span>
            <input
                type="file"
                accept=".json,application/json"
                class="vh"
                onChange={(event) => void read(event.currentTarget.files?.[0])}
            />
        </label>
    );
}

/** An engine of its own: those of the table are in the middle of something. */
function useEngine(): Engine | null {
    const made = useSignal<Engine | null>(null);
    useEffect(() => {
        let stop = () => {};
        void loadModule()
            .then(startEngine)
            .then((engine) => {
                stop = engineSpeaks(engine, () => undefined);
                made.value = engine;
            });
        return () => stop();
    }, []);
    return made.value;
}

/** A receipt that is good is noted; it need not be kept for ever. */
function useVerdict(engine: Engine | null, record: string, receipt: Signal<Receipt | null>): Verdict | null {
    const verdict = useSignal<Verdict | null>(null);
    useEffect(() => {
        if (!engine) return;
        const held = receipt.value;
        verdict.value = engine.check(record, held && JSON.stringify(held));
        if (verdict.value.ok && held) noteVerified(held.table);
    }, [engine, record, receipt.value]);
    return verdict.value;
}

const isPromised = isWith({ fair: isWith({ commit: isText }) });

/** By the name of the table, or where the record comes from a file by its promise. Of a game that has not begun there is nothing. */
function findReceipt(table: string, record: string): Receipt | null {
    const commit = parseAs(isPromised, record.split("\n", 1)[0]!)?.fair.commit;
    const found = readReceipt(table) ?? (commit === undefined ? null : receiptByPromise(commit));
    return found && found.heads.length > 0 ? found : null;
}

/** `record` is as the server gives it, with the names that it has there. */
export function VerifyDialog({
    record,
    table,
    onClose,
}: {
    record: string;
    table: string;
    onClose: () => void;
}) {
    const receipt = useSignal(useMemo(() => findReceipt(table, record), [table, record]));
    const verdict = useVerdict(useEngine(), record, receipt);
    return (
        <Dialog
            open
            title={t("Verify the dice")}
            onClose={onClose}
            actions={
                <>
                    {receipt.value && (
                        <Button icon="i-down" onPick={() => saveReceipt(receipt.peek()!)}>
                            {t("Save the receipt")}
                        </Button>
                    )}
                    <ReceiptFile onReceipt={(opened) => void (receipt.value = opened)} />
                </>
            }
        >
            {verdict ? <Findings verdict={verdict} receipt={receipt.value} /> : <Busy label={t("Looking")} />}
        </Dialog>
    );
}
