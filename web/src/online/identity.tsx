/* Who one is at this server: the words that move to another device, and being forgotten. What a club has of devices is in
 * ../club/identity.tsx; this is all there is at a server that has no club. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../look/text";
import { Button, Dialog, Field, tell } from "../parts";
import { becomeKey, dropKey, keyOf, ownKey, wordsOf } from "./key";
import { line } from "./line";
import { dropReceipts } from "./receipts";
import { problemOf } from "./room";

/** A key, said in words. */
export function WordList({ of }: { of: string }) {
    const words = useSignal<string[]>([]);
    useEffect(() => void wordsOf(of).then((made) => void (words.value = made)), [of]);
    return (
        <ol class="identity-words">
            {words.value.map((word, i) => (
                <li key={i}>
                    <code>{word}</code>
                </li>
            ))}
        </ol>
    );
}

function Words({ onClose }: { onClose: () => void }) {
    return (
        <Dialog open title={t("Your twelve words")} onClose={onClose}>
            <p>
                {t(
                    "Type these words on another device, and you are the same person there, with the same tables. Whoever knows them is you: keep them to yourself.",
                )}
            </p>
            <WordList of={ownKey()} />
        </Dialog>
    );
}

/** At a club, which alone shuts anybody out, this device gets a key of its own; elsewhere the words are all there is. */
async function becomeOwner(key: string): Promise<void> {
    if (line.hello.peek()?.house ?? line.shut.peek()) return line.join(key);
    becomeKey(key);
    line.again();
}

export function Moving({ onClose }: { onClose: () => void }) {
    const text = useSignal("");
    const move = async () => {
        const key = await keyOf(text.peek());
        if (!key) return tell(t("These are not twelve words of Razzia: look for a typing error."), "bad");
        try {
            await becomeOwner(key);
            tell(t("You are who you were on the other device."));
            onClose();
        } catch (error) {
            tell(problemOf(error).text, "bad");
        }
    };
    return (
        <Dialog
            open
            title={t("Be who you are elsewhere")}
            onClose={onClose}
            actions={
                <Button go onPick={() => void move()}>
                    {t("Take these words")}
                </Button>
            }
        >
            <Field
                label={t("The twelve words of the other device")}
                value={text.value}
                max={120}
                onChange={(value) => void (text.value = value)}
                note={t("They replace what this device was called until now.")}
            />
        </Dialog>
    );
}

async function forget(): Promise<void> {
    try {
        await line.ask("forget");
        dropKey();
        dropReceipts();
        line.again();
        tell(t("The server has forgotten you."));
    } catch (error) {
        tell(problemOf(error).text, "bad");
    }
}

export function Forgetting({ onClose }: { onClose: () => void }) {
    const sure = () => (void forget(), onClose());
    return (
        <Dialog
            open
            title={t("Be forgotten")}
            onClose={onClose}
            actions={
                <Button go onPick={sure}>
                    {t("Forget me")}
                </Button>
            }
        >
            <p>
                {t(
                    "Your name, your messages and what leads to your tables are deleted at the server, for good. Records of finished games stay, without your name. The receipts of your games in this browser are deleted, too.",
                )}
            </p>
        </Dialog>
    );
}

/** A part of the settings, while there is a server. */
export function Identity() {
    const open = useSignal<"words" | "move" | "forget" | null>(null);
    const close = () => void (open.value = null);
    return (
        <section class="panel" aria-label={t("At the server")}>
            <h2>{t("At the server")}</h2>
            <p class="muted">
                {t("You are {name}. There is no account: a secret key in this browser is all there is.", {
                    name: line.hello.value?.name ?? "",
                })}
            </p>
            <div class="row">
                <Button small onPick={() => void (open.value = "words")}>
                    {t("Show my twelve words")}
                </Button>
                <Button small onPick={() => void (open.value = "move")}>
                    {t("I have twelve words")}
                </Button>
                <Button small onPick={() => void (open.value = "forget")}>
                    {t("Be forgotten")}
                </Button>
            </div>
            {open.value === "words" && <Words onClose={close} />}
            {open.value === "move" && <Moving onClose={close} />}
            {open.value === "forget" && <Forgetting onClose={close} />}
        </section>
    );
}
