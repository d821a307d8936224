/* Who one is at a club: devices, the words that bring one back when all of them are lost, what the server has, and being
 * forgotten. */
import { useSignal, type Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { generate } from "lean-qr";
import { toSvgPath } from "lean-qr/extras/svg";
import { href } from "../look/address";
import { settings } from "../look/settings";
import { t } from "../look/text";
import { deviceName, dropKey, randomHex } from "../online/key";
import { Forgetting, Moving, WordList } from "../online/identity";
import { LongWord } from "../online/facts";
import { line } from "../online/line";
import type { Device } from "../online/messages";
import { problemOf, shutText } from "../online/room";
import { Button, Chip, Clock, Dialog, IconButton, Sym, tell } from "../parts";
import { download } from "../shell/kept";
import { copy } from "./copying";
import { renew, ToldPanel } from "./told";

const refused = (error: unknown) => tell(problemOf(error).text, "bad");

function day(at: number): string {
    return new Date(at).toLocaleDateString(settings.value.language);
}

/** A QR code: dark on white with its quiet edge, whatever the colours of the page are. */
export function QrCode({ text, label }: { text: string; label: string }) {
    const code = generate(text);
    const edge = 3;
    const size = code.size + 2 * edge;
    return (
        <svg class="qr" role="img" aria-label={label} viewBox={`${-edge} ${-edge} ${size} ${size}`}>
            <rect x={-edge} y={-edge} width={size} height={size} fill="#fff" />
            <path d={toSvgPath(code)} fill="#000" />
        </svg>
    );
}

type Devices = Signal<Device[] | null>;

async function lookAtDevices(devices: Devices, words: Signal<boolean>): Promise<void> {
    const answer = await line.ask("devices").catch(() => null);
    if (!answer) return;
    devices.value = answer.devices;
    words.value = answer.words;
}

const SOON = 3000;

interface Link {
    url: string;
    until: number;
}

/** A link for the time that it works; null: none yet, or no longer. */
function useNewLink(onFailed: () => void) {
    const link = useSignal<Link | null>(null);
    const isOver = useSignal(false);
    const make = () => {
        isOver.value = false;
        line.ask("link").then(
            ({ code, until }) =>
                void (link.value = { url: `${location.origin}/join#${code}`, until: until - line.ahead }),
            (error: unknown) => (refused(error), onFailed()),
        );
    };
    const end = () => void ((link.value = null), (isOver.value = true));
    useEffect(make, []);
    useEffect(() => {
        if (!link.value) return;
        const timer = setTimeout(end, link.value.until - Date.now());
        return () => clearTimeout(timer);
    }, [link.value]);
    return { link: link.value, isOver: isOver.value, make };
}

function LinkShown({ link: { url, until } }: { link: Link }) {
    return (
        <>
            <QrCode text={url} label={t("QR code of the link")} />
            <LongWord parts={url.match(/[^/#]+[/#]*/g) ?? []} />
            <div class="row">
                <Button icon="i-copy" onPick={() => void copy(url)}>
                    {t("Copy the link")}
                </Button>
                <Clock until={until} label={t("How long it works")} />
            </div>
        </>
    );
}

/** A link that works once: as a code for a camera, or as a text. It closes when the other device is there. */
function Linking({
    devices,
    look,
    onClose,
}: {
    devices: Devices;
    look: () => Promise<void>;
    onClose: () => void;
}) {
    const { link, isOver, make } = useNewLink(onClose);
    const before = useSignal(devices.peek()?.length ?? 0);
    useEffect(() => {
        const timer = setInterval(() => void look(), SOON);
        return () => clearInterval(timer);
    }, []);
    const now = devices.value?.length ?? 0;
    useEffect(() => {
        if (now <= before.peek()) return;
        tell(t("The other device is yours now, too."));
        onClose();
    }, [now]);
    return (
        <Dialog open title={t("Add a device")} onClose={onClose}>
            <p>
                {t(
                    "Point the camera of the other device at this, or open the link there. It works once: whoever opens it is you, so show it to nobody.",
                )}
            </p>
            <div class="linking">
                {link ? <LinkShown link={link} /> : !isOver && <span class="qr" />}
                {isOver && (
                    <>
                        <p role="status">{t("Its time is up: the link works no longer.")}</p>
                        <Button go onPick={make}>
                            {t("Make a new link")}
                        </Button>
                    </>
                )}
            </div>
        </Dialog>
    );
}

function Removing({ device, onDone, onClose }: { device: Device; onDone: () => void; onClose: () => void }) {
    const remove = () =>
        line
            .ask("unlink", { device: device.device })
            .then(() => (onDone(), onClose(), void renew()), refused);
    return (
        <Dialog
            open
            title={t("Remove {device}?", { device: nameOf(device) })}
            onClose={onClose}
            actions={
                <>
                    <Button onPick={onClose}>{t("Keep it")}</Button>
                    <Button go onPick={() => void remove()}>
                        {t("Remove")}
                    </Button>
                </>
            }
        >
            <p>
                {device.this
                    ? t("This is the device in your hands: it forgets who you are. Your games go on.")
                    : t("It sees nothing more of your games from now on. They go on.")}
            </p>
        </Dialog>
    );
}

function nameOf(device: Device): string {
    return device.name || (device.this && deviceName()) || t("A device without a name");
}

/** As far as the server knows: of old devices it does not know since when. */
function whenOf({ since, seen }: Device): string {
    if (!seen) return since ? t("since {day}", { day: day(since) }) : "";
    if (!since) return t("last seen {seen}", { seen: day(seen) });
    return t("since {day}, last seen {seen}", { day: day(since), seen: day(seen) });
}

function DeviceLine({ device, onRemove }: { device: Device; onRemove?: () => void }) {
    return (
        <li>
            <Sym art={/Android|iOS/.test(nameOf(device)) ? "i-phone" : "i-screen"} />
            <span>
                <b>{nameOf(device)}</b> {device.this && <Chip tone="note">{t("this one")}</Chip>}
                <small>{whenOf(device)}</small>
            </span>
            {onRemove && (
                <IconButton
                    icon="i-x"
                    label={t("Remove {device}", { device: nameOf(device) })}
                    onPick={onRemove}
                />
            )}
        </li>
    );
}

function DevicesPanel({ devices, look }: { devices: Devices; look: () => Promise<void> }) {
    const isLinking = useSignal(false);
    const removed = useSignal<Device | null>(null);
    const box = useRef<HTMLElement>(null);
    const all = devices.value ?? [];
    /* the button that was touched has gone with its device */
    const focusOn = () => box.current?.querySelector<HTMLElement>(".device-list + .btn")?.focus();
    return (
        <section class="panel" aria-label={t("Your devices")} ref={box}>
            <h2>{t("Your devices")}</h2>
            <ul class="device-list">
                {all.map((device) => (
                    <DeviceLine
                        key={device.device}
                        device={device}
                        onRemove={all.length > 1 ? () => void (removed.value = device) : undefined}
                    />
                ))}
            </ul>
            <Button icon="i-plus" onPick={() => void (isLinking.value = true)}>
                {t("Add a device")}
            </Button>
            {isLinking.value && (
                <Linking devices={devices} look={look} onClose={() => void (isLinking.value = false)} />
            )}
            {removed.value && (
                <Removing
                    device={removed.value}
                    onDone={() => void look().then(focusOn)}
                    onClose={() => void (removed.value = null)}
                />
            )}
        </section>
    );
}

/** New words are a key of their own: no device has it, so that it works when all are lost. */
function NewWords({
    hasWords,
    onDone,
    onClose,
}: {
    hasWords: boolean;
    onDone: () => void;
    onClose: () => void;
}) {
    const key = useSignal<string | null>(null);
    const make = async () => {
        const made = randomHex(16);
        try {
            await line.ask("words", { key: made });
            key.value = made;
            onDone();
        } catch (error) {
            refused(error);
        }
    };
    return (
        <Dialog
            open
            title={t("Your twelve words")}
            onClose={onClose}
            actions={
                key.value ? (
                    <Button go onPick={onClose}>
                        {t("I have written them down")}
                    </Button>
                ) : (
                    <Button go onPick={() => void make()}>
                        {t("Make twelve words")}
                    </Button>
                )
            }
        >
            {key.value ? (
                <>
                    <p>
                        {t(
                            "Write them down now: they are shown once. Whoever types them on any device is you, so keep them to yourself.",
                        )}
                    </p>
                    <WordList of={key.value} />
                </>
            ) : (
                <p>
                    {hasWords
                        ? t(
                              "You have twelve words already. New ones take their place, and the old ones work no longer.",
                          )
                        : t("Twelve words on paper bring you back when all your devices are lost.")}
                </p>
            )}
        </Dialog>
    );
}

/** All that the server has of me, as a file of JSON lines. */
async function saveAll(): Promise<void> {
    const lines: string[] = [];
    try {
        for (let page = 0, more = true; more; page++) {
            const answer = await line.ask("export", { page });
            lines.push(...answer.lines.map((one) => JSON.stringify(one)));
            more = answer.more ?? false;
        }
        download("razzia-me.jsonl", `${lines.join("\n")}\n`);
    } catch (error) {
        refused(error);
    }
}

function Person({ words, look }: { words: boolean; look: () => Promise<void> }) {
    const open = useSignal<"words" | "move" | "forget" | null>(null);
    const close = () => void (open.value = null);
    const hello = line.hello.value;
    return (
        <section class="panel" aria-label={t("At the server")}>
            <h2>{t("At the server")}</h2>
            <p class="muted">
                {t(
                    "You are {name}. There is no account: each of your devices has a secret key, and that is all there is.",
                    {
                        name: hello?.name ?? "",
                    },
                )}
            </p>
            <div class="row">
                <Button small icon="i-people" href={href(`/p/${hello?.who ?? ""}`)}>
                    {t("Your page")}
                </Button>
                <Button small icon="i-keys" onPick={() => void (open.value = "words")}>
                    {words ? t("New twelve words") : t("Make twelve words")}
                </Button>
                <Button small onPick={() => void (open.value = "move")}>
                    {t("I have twelve words")}
                </Button>
                <Button small icon="i-down" onPick={() => void saveAll()}>
                    {t("Save all that the server has of me")}
                </Button>
                <Button small onPick={() => void (open.value = "forget")}>
                    {t("Be forgotten")}
                </Button>
            </div>
            {open.value === "words" && (
                <NewWords hasWords={words} onDone={() => void look()} onClose={close} />
            )}
            {open.value === "move" && <Moving onClose={close} />}
            {open.value === "forget" && <Forgetting onClose={close} />}
        </section>
    );
}

/** The server does not let this device in: what can be done about it. */
function ShutOut() {
    const isMoving = useSignal(false);
    const why = line.shut.value!;
    const beginAnew = () => (dropKey(), line.again());
    return (
        <section class="panel" aria-label={t("At the server")}>
            <h2>{t("At the server")}</h2>
            <p>{shutText(why)}</p>
            <div class="row">
                <Button small onPick={() => void (isMoving.value = true)}>
                    {t("I have twelve words")}
                </Button>
                {why === "device" && (
                    <Button small onPick={beginAnew}>
                        {t("Begin as somebody new")}
                    </Button>
                )}
            </div>
            {isMoving.value && <Moving onClose={() => void (isMoving.value = false)} />}
        </section>
    );
}

/** Other devices come and go. */
const EVERY = 10_000;

export function ClubSettings() {
    const devices = useSignal<Device[] | null>(null);
    const words = useSignal(false);
    const look = () => lookAtDevices(devices, words);
    const who = line.hello.value?.who;
    const isUp = line.state.value === "online";
    useEffect(() => {
        if (!isUp) return;
        void look();
        const timer = setInterval(() => document.hidden || void look(), EVERY);
        return () => clearInterval(timer);
    }, [who, isUp]);
    if (line.shut.value) return <ShutOut />;
    return (
        <>
            <Person words={words.value} look={look} />
            <DevicesPanel devices={devices} look={look} />
            <ToldPanel />
        </>
    );
}
