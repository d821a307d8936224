/* The links that one comes by: to be somebody's second device, and into a club that is not open. Nothing happens before the
 * person says so. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { href } from "../look/address";
import { pageTitle } from "../look/notify";
import { t, tn } from "../look/text";
import { line, Refused } from "../online/line";
import { problemOf } from "../online/room";
import { Busy, Button, tell } from "../parts";
import { myGames } from "../shell/mine";
import { Page } from "../shell/pages";

/** The code has done its work, or is not to be used: nobody comes back to it. */
function leaveFor(path: string): void {
    history.replaceState(null, "", href(path));
    dispatchEvent(new PopStateEvent("popstate"));
}

const CODE = /^[\w-]{22}$/;

/** A link, and how it is with it: it may be used, is on its way, or is none that works. */
function useLink(code: string, take: (code: string) => Promise<void>, done: string) {
    const isWhole = CODE.test(code);
    const state = useSignal<"new" | "busy" | "used" | "broken">(isWhole ? "new" : "broken");
    const open = async () => {
        state.value = "busy";
        try {
            await take(code);
            tell(done);
            leaveFor("/");
        } catch (error) {
            const isUsed = error instanceof Refused && error.code === "code";
            if (!isUsed) tell(problemOf(error).text, "bad");
            state.value = isUsed ? "used" : "new";
        }
    };
    useEffect(() => {
        state.value = isWhole ? "new" : "broken";
        return () => line.stay();
    }, [code]);
    return { state: state.value, open: () => void open() };
}

function LinkPage({
    title,
    link: { state, open },
    action,
    children,
}: {
    title: string;
    link: ReturnType<typeof useLink>;
    action: string;
    children: ComponentChildren;
}) {
    useEffect(() => void (pageTitle.value = title), [title]);
    const isGood = state === "new" || state === "busy";
    return (
        <Page title={title}>
            <section class="panel prose">
                {children}
                {state === "busy" && <Busy label={t("Connecting")} />}
                <div class="row">
                    <Button onPick={() => leaveFor("/")}>{isGood ? t("Not now") : t("All games")}</Button>
                    {state === "new" && (
                        <Button go onPick={open}>
                            {action}
                        </Button>
                    )}
                </div>
            </section>
        </Page>
    );
}

export function JoinPage({ code }: { code: string }) {
    const done = t("This device is yours: here are your games.");
    const link = useLink(code, (good) => line.join(good), done);
    const own = myGames.value.length;
    const about = {
        new: t(
            "With this link this device becomes one of those of the person who made it: with the same name and the same games.",
        ),
        used: t(
            "This link was used already, or is too old. Make a new one on your other device, in the settings.",
        ),
        broken: t("This link is not whole. Make a new one on your other device, in the settings."),
    };
    return (
        <LinkPage title={t("A second device")} link={link} action={t("Join on this device")}>
            <p>{about[link.state === "busy" ? "new" : link.state]}</p>
            {link.state === "new" && own > 0 && (
                <p>
                    <b>
                        {tn(
                            "A game that you play on this device under another name is left behind.",
                            "{n} games that you play on this device under another name are left behind.",
                            own,
                        )}
                    </b>
                </p>
            )}
        </LinkPage>
    );
}

export function InvitePage({ code }: { code: string }) {
    const link = useLink(code, (good) => line.accept(good), t("You are in this club now."));
    const hello = line.hello.value;
    const about = {
        new: t("You are invited to this club: play with its people, at its tables."),
        used: t("This invitation was used already, or is too old. Ask for a new one."),
        broken: t("This invitation is not whole. Ask for its link once more."),
    };
    const isIn = hello && !line.shut.value && link.state !== "busy";
    return (
        <LinkPage
            title={t("An invitation")}
            link={isIn ? { ...link, state: "used" } : link}
            action={t("Come in")}
        >
            <p>
                {isIn
                    ? t("You are in this club already, as {name}.", { name: hello.name })
                    : about[link.state === "busy" ? "new" : link.state]}
            </p>
        </LinkPage>
    );
}
