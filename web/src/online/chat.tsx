/* What people at a table say to each other. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { ReportDialog, type Reported } from "../club/report";
import { href } from "../look/address";
import { t } from "../look/text";
import { Button, classes, IconButton, tell } from "../parts";
import { asking } from "./asking";
import { line } from "./line";
import { watchersSwitch } from "./menu";
import { problemOf, type Room } from "./room";

const LONGEST = 300;

/** At a club people have pages. */
function Speaker({ who, name }: { who: string; name: string }) {
    if (!line.hello.value?.house) return <b>{name}</b>;
    return (
        <b>
            <a href={href(`/p/${who}`)}>{name}</a>
        </b>
    );
}

export function ChatBox({ room, bare }: { room: Room; bare?: boolean }) {
    const text = useSignal("");
    const box = useRef<HTMLOListElement>(null);
    const all = room.chat.value;
    const lobby = room.lobby.value;
    useEffect(() => {
        box.current?.scrollTo(0, box.current.scrollHeight);
        room.readChat();
    }, [room, all.length]);
    const send = async (event: Event) => {
        event.preventDefault();
        const said = text.peek().trim();
        if (!said) return;
        try {
            await line.ask("chat", { table: room.id, text: said });
            text.value = "";
        } catch (error) {
            tell(problemOf(error).text, "bad");
        }
    };
    const reported = useSignal<Reported | null>(null);
    const isClub = !!line.hello.value?.house;
    const me = line.hello.value?.who;
    const makes = lobby?.maker === me;
    const muted = new Set(lobby?.muted ?? []);
    const watchers = makes && lobby ? watchersSwitch(lobby, asking(room)) : null;
    return (
        <section class={classes("chat", !bare && "panel")} aria-label={t("Chat")}>
            {!bare && <h2>{t("Chat")}</h2>}
            <ol ref={box} aria-live="polite" tabIndex={0} aria-label={t("Messages")}>
                {all.map(({ number, who, name, text: said }) => (
                    <li key={number}>
                        <Speaker who={who} name={name} /> {said}
                        {isClub && who !== me && (
                            <IconButton
                                icon="i-flag"
                                class="chat-flag"
                                label={t("Report {name}", { name })}
                                onPick={() =>
                                    void (reported.value = { who, name, table: room.id, number, said })
                                }
                            />
                        )}
                        {makes && who !== me && (
                            <Button
                                small
                                quiet
                                onPick={() =>
                                    void line
                                        .ask(muted.has(who) ? "unmute" : "mute", { table: room.id, who })
                                        .catch((error: unknown) => tell(problemOf(error).text, "bad"))
                                }
                            >
                                {muted.has(who) ? t("Unmute") : t("Mute")}
                            </Button>
                        )}
                    </li>
                ))}
            </ol>
            {lobby?.quiet && room.seat.value < 0 ? (
                <p class="muted small">{t("Only those who sit at this table may chat here.")}</p>
            ) : (
                <form onSubmit={(event) => void send(event)}>
                    <input
                        type="text"
                        aria-label={t("Say something")}
                        placeholder={t("Say something")}
                        maxLength={LONGEST}
                        value={text.value}
                        onInput={(event) => void (text.value = event.currentTarget.value)}
                    />
                    <button type="submit" class="btn">
                        {t("Send")}
                    </button>
                </form>
            )}
            {reported.value && (
                <ReportDialog on={reported.value} onClose={() => void (reported.value = null)} />
            )}
            {watchers && (
                <Button small quiet onPick={watchers.onPick}>
                    {watchers.text}
                </Button>
            )}
        </section>
    );
}
