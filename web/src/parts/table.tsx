import { useSignal } from "@preact/signals";
import type { ComponentChildren, Ref } from "preact";
import { href } from "../look/address";
import { settings, set, SPEEDS, type Speed } from "../look/settings";
import { t } from "../look/text";
import { classes, IconButton } from "./button";
import { Chip } from "./seat";
import { Menu, type MenuItem } from "./controls";
import type { Connection } from "../source";
import { ConnectionState } from "./meter";
import { keyHelp } from "../look/keys";

export interface TableFrameProps {
    game: string;
    title: string;
    /** "Round 2 of 3" */
    where?: ComponentChildren;
    /** What is done with the game here, where it is not played: "Review". */
    mark?: string;
    /** The game counts for nothing, which must not be forgotten. */
    practice?: boolean;
    connection?: Connection;
    /** In the top line: what is chosen before the first move. */
    before?: ComponentChildren;
    /** Below the top line: clocks, and what others ask for. */
    above?: ComponentChildren;
    /** Things to do that only this table has, before those of every table. */
    menu?: MenuItem[];
    onChat?: () => void;
    unread?: number;
    /** Board and players, in the order of thinking. */
    children: ComponentChildren;
    /** The action bar: below the board, beside it on a screen that is wide and low. */
    move?: ComponentChildren;
    /** What a first game explains now: above the table on phones, above hints and log on wide screens. */
    coach?: ComponentChildren;
    /** Hints and log: beside the board on wide screens, below it on phones. */
    side?: ComponentChildren;
    root?: Ref<HTMLDivElement>;
    /** Where the game is, in the words of its rules. */
    phase?: string;
    /** There is a page with its rules. */
    rules: boolean;
    /** Opens them at a glance, over the table. */
    onAid?: () => void;
    /** A class for the whole page: the colours of an edition. */
    look?: string;
}

function speedItems(): MenuItem[] {
    const names: Record<Speed, string> = {
        instant: t("Instant"),
        fast: t("Fast"),
        normal: t("Normal"),
        slow: t("Slow"),
    };
    return (Object.keys(SPEEDS) as Speed[]).map((speed) => ({
        text: names[speed],
        checked: settings.value.speed === speed,
        onPick: () => set({ speed }),
    }));
}

function HintsButton({ class: name }: { class?: string }) {
    return (
        <IconButton
            class={name}
            icon="i-hint"
            label={t("Hints")}
            pressed={settings.value.hints}
            onPick={() => set({ hints: !settings.peek().hints })}
        />
    );
}

/**
 * The page of a table: one top line, the board, the action bar, the side. Wide screens are exactly one screen high; on a phone
 * held sideways the side opens over the action bar, by a button.
 */
export function TableFrame({
    game,
    title,
    where,
    mark,
    practice,
    connection = "local",
    before,
    above,
    menu = [],
    onChat,
    unread,
    coach,
    children,
    move,
    side,
    root,
    phase,
    look,
    rules,
    onAid,
}: TableFrameProps) {
    const items: MenuItem[] = [
        ...menu,
        ...(rules
            ? [
                  {
                      text: t("Rules"),
                      icon: "i-rules" as const,
                      href: href(`/rules/${game}`),
                      apart: menu.length > 0,
                  },
              ]
            : []),
        { text: t("Keys"), icon: "i-keys", onPick: () => (keyHelp.value = true) },
        { text: t("Settings"), icon: "i-gear", href: href("/settings") },
        ...speedItems().map((item, i) => ({
            ...item,
            narrow: true,
            heading: i === 0 ? t("Speed") : undefined,
        })),
    ];
    const open = useSignal(false);
    const marks = [mark, practice ? t("Practice") : ""].filter(Boolean).join(" · ");
    return (
        <div class={classes("page table-page", look)} data-game={game} data-phase={phase} ref={root}>
            <a
                class="skip"
                href="#act"
                onClick={(event) => (event.preventDefault(), document.getElementById("act")?.focus())}
            >
                {t("Skip to your move")}
            </a>
            <header class="topbar">
                <IconButton icon="i-back" label={t("All games")} href={href("/")} />
                <div class="topbar-title">
                    <h1>{title}</h1>
                    <p class="topbar-where">{where || "\u00a0"}</p>
                    {marks && <Chip>{marks}</Chip>}
                </div>
                {before}
                <ConnectionState state={connection} />
                <HintsButton class="topbar-hints" />
                {side && (
                    <IconButton
                        class="topbar-side"
                        icon="i-hint"
                        label={t("Hints and log")}
                        pressed={open.value}
                        onPick={() => void (open.value = !open.peek())}
                    />
                )}
                {onAid && <IconButton icon="i-rules" label={t("Rules at a glance")} onPick={onAid} />}
                <Menu class="topbar-speed" icon="i-speed" label={t("Speed")} items={speedItems()} />
                {onChat && (
                    <span class="topbar-count">
                        <IconButton icon="i-chat" label={t("Chat")} onPick={onChat} />
                        {unread ? <b aria-label={t("{n} new", { n: unread })}>{unread}</b> : null}
                    </span>
                )}
                <Menu icon="i-menu" label={t("Menu")} items={items} />
            </header>
            <div class="table-above">{above}</div>
            <main>
                {coach}
                <div class="table-board">{children}</div>
                {move}
                {side && (
                    <aside
                        class={classes("table-side", open.value && "open")}
                        aria-label={t("Hints and log")}
                    >
                        <div class="side-tools">
                            <HintsButton />
                            <IconButton
                                icon="i-x"
                                label={t("Close")}
                                onPick={() => void (open.value = false)}
                            />
                        </div>
                        {side}
                    </aside>
                )}
            </main>
        </div>
    );
}
