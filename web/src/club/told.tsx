/* Told when it is one's turn, while no page is open: by the browser's push service on this device, and by mail. Each is asked
 * for by a touch, and off by one. */
import { signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { settings } from "../look/settings";
import { dropKept, readKept, writeKept } from "../look/storage";
import { t } from "../look/text";
import { line } from "../online/line";
import type { Answer, Contact } from "../online/messages";
import { problemOf } from "../online/room";
import { Button, Chip, IconButton, Segmented, Switch, Sym, tell } from "../parts";
import { isText } from "../shape";

type Contacts = Answer<"contacts">;

/** How one is told; null: not known, or this server tells nobody. */
export const told = signal<Contacts | null>(null);

const KEY = "razzia.push";
/** The subscription of this browser, as it was told to the server. */
const here = signal(readKept(KEY, isText));

function keepHere(endpoint: string | null): void {
    here.value = endpoint;
    if (endpoint === null) dropKept(KEY);
    else writeKept(KEY, endpoint);
}

export async function lookAtContacts(): Promise<void> {
    told.value = await line.ask("contacts").catch(() => null);
}

export function canPush(): boolean {
    return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** Makes a subscription, or takes the one that there is, and tells the server of it. */
async function subscribe(applicationServerKey: string): Promise<void> {
    const { pushManager } = await navigator.serviceWorker.ready;
    const made =
        (await pushManager.getSubscription()) ??
        (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
    const { endpoint = "", keys = {} } = made.toJSON();
    const { language } = settings.peek();
    const { p256dh, auth } = keys;
    told.value = await line.ask("subscribe", { endpoint, p256dh, auth, language });
    keepHere(endpoint);
}

/** Asks the browser, then subscribes. Only in answer to a touch. */
export async function tellHere(): Promise<void> {
    const key = told.peek()?.push;
    if (!key) return;
    if ((await Notification.requestPermission()) !== "granted")
        return tell(t("The browser does not allow notifications for this page."), "bad");
    try {
        await subscribe(key);
    } catch (error) {
        const text = error instanceof DOMException ? t("The browser’s push service does not answer.") : "";
        tell(text || problemOf(error).text, "bad");
    }
}

async function stopHere(contact: number): Promise<void> {
    keepHere(null);
    await stop(contact);
    const registration = await navigator.serviceWorker.getRegistration();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

async function stop(contact: number): Promise<void> {
    try {
        told.value = await line.ask("unsubscribe", { contact });
    } catch (error) {
        tell(problemOf(error).text, "bad");
    }
}

/** Push services give new subscriptions for old ones, and the server forgets them all when a device is removed: it is told
 * again when the page is opened. */
export async function renew(): Promise<void> {
    if (here.peek() === null || !canPush() || Notification.permission !== "granted") return;
    const { pushManager } = await navigator.serviceWorker.ready;
    const now = await pushManager.getSubscription();
    await lookAtContacts();
    if (now?.endpoint === here.peek() && told.peek()?.contacts.some(isPushHere)) return;
    const key = told.peek()?.push;
    if (key) await subscribe(key).catch((error: unknown) => console.warn(error));
}

const isPushHere = ({ kind, endpoint }: Contact) => kind === "push" && endpoint === here.value;

function PushHere({ contacts, push }: Contacts) {
    const mine = contacts.find(isPushHere);
    const others = contacts.filter((one) => one.kind === "push" && !isPushHere(one));
    if (push === null) return null;
    return (
        <>
            {canPush() ? (
                <Switch
                    label={t("On this device")}
                    note={t("A notification of the system, also when no page of Razzia is open.")}
                    on={!!mine}
                    onChange={(on) => void (on ? tellHere() : mine && stopHere(mine.contact))}
                />
            ) : (
                <p class="muted">
                    {t(
                        "This browser can not be told while the page is closed. On an iPhone: add Razzia to the home screen first.",
                    )}
                </p>
            )}
            {others.length > 0 && (
                <ul class="device-list">
                    {others.map((one) => (
                        <li key={one.contact}>
                            <Sym art="i-bell" />
                            <span>
                                <b>{t("Another browser of yours")}</b>
                                <small>
                                    {t("since {day}", {
                                        day: new Date(one.since).toLocaleDateString(settings.value.language),
                                    })}
                                </small>
                            </span>
                            <IconButton
                                icon="i-x"
                                label={t("Tell that browser no more")}
                                onPick={() => void stop(one.contact)}
                            />
                        </li>
                    ))}
                </ul>
            )}
        </>
    );
}

const HOW = (): ["each" | "digest", string][] => [
    ["each", t("one for each turn")],
    ["digest", t("several in one")],
];

/** An address that one gives; nothing comes to it before the link of a first mail was opened. */
function MailForm({ onDone }: { onDone: () => void }) {
    const address = useSignal("");
    const how = useSignal<"each" | "digest">("each");
    const send = async (event: Event) => {
        event.preventDefault();
        const { language } = settings.peek();
        try {
            told.value = await line.ask("mail", {
                address: address.peek().trim(),
                language,
                each: how.peek() === "each",
            });
            onDone();
        } catch (error) {
            tell(problemOf(error).text, "bad");
        }
    };
    return (
        <form class="told-mail" onSubmit={(event) => void send(event)}>
            <label class="field-line">
                <b>{t("By mail to")}</b>
                <input
                    type="email"
                    required
                    autoComplete="email"
                    maxLength={254}
                    value={address.value}
                    onInput={(event) => void (address.value = event.currentTarget.value)}
                />
                <small>{t("A first mail asks whether the address is yours. Nobody else sees it.")}</small>
            </label>
            <Segmented
                label={t("How many mails")}
                hideLabel
                value={how.value}
                onChange={(next) => void (how.value = next)}
                options={HOW()}
            />
            <button type="submit" class="btn">
                <span>{t("Send the first mail")}</span>
            </button>
        </form>
    );
}

function MailThere({ contact: at, onDone }: { contact: Contact; onDone: () => void }) {
    const { contact, address, confirmed, each, language } = at;
    const prefer = (how: "each" | "digest") =>
        line.ask("prefer", { contact, language, each: how === "each" }).then(
            (answer) => void (told.value = answer),
            (error: unknown) => tell(problemOf(error).text, "bad"),
        );
    return (
        <div class="told-mail">
            <p>
                {t("By mail to")} <b class="told-address">{address}</b>{" "}
                {confirmed ? (
                    <Chip tone="good">{t("confirmed")}</Chip>
                ) : (
                    <Chip tone="note">{t("waits for you")}</Chip>
                )}
            </p>
            {confirmed ? (
                <Segmented
                    label={t("How many mails")}
                    hideLabel
                    value={each === false ? "digest" : "each"}
                    onChange={(how) => void prefer(how)}
                    options={HOW()}
                />
            ) : (
                <p class="muted" role="status">
                    {t("A mail is on its way. Nothing more comes before you have opened its link.")}
                </p>
            )}
            <Button small icon="i-x" onPick={() => void stop(contact).then(onDone)}>
                {t("No mails")}
            </Button>
        </div>
    );
}

const EVERY = 5000;

/** An address is confirmed on another page, often on another device. */
function useConfirmation(mail: Contact | undefined): void {
    const waits = mail?.confirmed === false && line.state.value === "online";
    useEffect(() => {
        if (!waits) return;
        const timer = setInterval(() => document.hidden || void lookAtContacts(), EVERY);
        return () => clearInterval(timer);
    }, [waits]);
}

export function ToldPanel() {
    const isUp = line.state.value === "online";
    const box = useRef<HTMLElement>(null);
    useEffect(() => void (isUp && lookAtContacts()), [isUp]);
    const all = told.value;
    const mail = all?.contacts.find(({ kind }) => kind === "mail");
    useConfirmation(mail);
    /* what was touched gives way to something else */
    const focus = () =>
        setTimeout(() => box.current?.querySelector<HTMLElement>(".told-mail :is(.btn, input)")?.focus());
    if (!all || (all.push === null && !all.mail)) return null;
    return (
        <section class="panel" aria-label={t("When it is your turn")} ref={box}>
            <h2>{t("When it is your turn")}</h2>
            <PushHere {...all} />
            {all.mail && (mail ? <MailThere contact={mail} onDone={focus} /> : <MailForm onDone={focus} />)}
            <p class="small muted">
                {t("You are told once for each turn, and not while you look at the table.")}
            </p>
        </section>
    );
}

/** One touch, where somebody waits for a game to begin: nothing where one is told already, or can not be. */
export function TellMeButton() {
    const isUp = line.state.value === "online";
    useEffect(() => void (isUp && canPush() && lookAtContacts()), [isUp]);
    const all = told.value;
    if (!all?.push || !canPush() || all.contacts.some(isPushHere)) return null;
    return (
        <Button icon="i-bell" onPick={() => void tellHere()}>
            {t("Tell me when it is my turn")}
        </Button>
    );
}
