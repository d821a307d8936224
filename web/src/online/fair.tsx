/* Whether a server can be held to its promise: what it must not do, and a browser that keeps no receipt. */
import { t } from "../look/text";
import { Button, Dialog, Sym } from "../parts";
import { receiptless } from "./asking";
import { MakeDialog } from "./make";
import { saveReceipt } from "./receipts";
import type { Breach, Witness } from "./witness";

export function breachSaid({ kind, number }: Breach): string {
    return {
        head: t(
            "Line {n}: this server has shown different games to different people, or it has changed the record.",
            { n: number },
        ),
        changed: t("Line {n} is not what this server showed before: it has changed the record.", {
            n: number,
        }),
        commit: t("This server has changed the promise of the dice after you had sent your random number."),
        nonce: t(
            "This game began without the random number of this browser. That is right only if you started it on another device.",
        ),
    }[kind];
}

/** What a server must not do, as long as the table is open. */
export function BreachNotice({ witness }: { witness: Witness }) {
    const breach = witness.breach.value;
    if (!breach) return null;
    return (
        <p class="breach" role="alert">
            <Sym art="i-warn" /> <span>{breachSaid(breach)}</span>
            {witness.receipt && (
                <Button small icon="i-down" onPick={() => saveReceipt(witness.receipt!)}>
                    {t("Save the receipt")}
                </Button>
            )}
        </p>
    );
}

/** The browser keeps nothing: nothing has been sent yet. */
function ReceiptlessDialog() {
    const answer = receiptless.value;
    if (!answer) return null;
    return (
        <Dialog
            open
            title={t("No receipt can be kept")}
            onClose={() => answer(false)}
            actions={
                <>
                    <Button onPick={() => answer(true)}>{t("Play without a receipt")}</Button>
                    <Button go onPick={() => answer(false)}>
                        {t("Not now")}
                    </Button>
                </>
            }
        >
            <p>
                {t(
                    "This browser does not let the page write anything down: its storage is full or switched off, as in some private windows.",
                )}
            </p>
            <p>
                {t(
                    "The promise of the dice can then be compared only until you close this page. Nothing has been sent yet.",
                )}
            </p>
        </Dialog>
    );
}

export function OnlineDialogs() {
    return (
        <>
            <MakeDialog />
            <ReceiptlessDialog />
        </>
    );
}
