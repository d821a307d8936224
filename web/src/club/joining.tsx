/* The links that one comes by: to be somebody's second device, and into a club that is not open. Nothing happens before the
 * person says so. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { href } from "../look/address";
import { pageTitle } from "../look/notify";
import { t, tn } from "../look/text";
import { line } from "../online/line";
import { problemOf } from "../online/room";
import { Button, tell } from "../parts";
import { myGames } from "../shell/mine";
import { Page } from "../shell/pages";

/** The code has done its work, or is not to be used: nobody comes back to it. */
function leaveFor(path: string): void {
    history.replaceState(null, "", href(path));
    dispatchEvent(new PopStateEvent("popstate"));
}

const CODE = /^[\w-]{22}$/;

export function JoinPage({ code }: { code: string }) {
    const isBusy = useSignal(false);
    useEffect(() => void (pageTitle.value = t("A second device")), []);
    const isGood = CODE.test(code);
    const join = async () => {
        isBusy.value = true;
        try {
            await line.join(code);
            tell(t("This device is yours: here are your games."));
            leaveFor("/");
        } catch (error) {
            tell(problemOf(error).text, "bad");
            isBusy.value = false;
        }
    };
    const own = myGames.value.length;
    return (
        <Page title={t("A second device")}>
            <section class="panel prose">
                {isGood ? (
                    <p>
                        {t(
                            "With this link this device becomes one of those of the person who made it: with the same name and the same games.",
                        )}
                    </p>
                ) : (
                    <p>
                        {t("This link is not whole. Make a new one on your other device, in the settings.")}
                    </p>
                )}
                {isGood && own > 0 && (
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
                <div class="row">
                    <Button onPick={() => leaveFor("/")}>{t("Not now")}</Button>
                    {isGood && !isBusy.value && (
                        <Button go onPick={() => void join()}>
                            {t("Join on this device")}
                        </Button>
                    )}
                </div>
            </section>
        </Page>
    );
}

export function InvitePage({ code }: { code: string }) {
    useEffect(() => void (pageTitle.value = t("An invitation")), []);
    const accept = () => {
        line.invitation = code;
        line.again();
        line.open();
        leaveFor("/");
    };
    return (
        <Page title={t("An invitation")}>
            <section class="panel prose">
                <p>
                    {line.hello.value
                        ? t("You are in this club already, as {name}.", { name: line.hello.value.name })
                        : t("You are invited to this club: play with its people, at its tables.")}
                </p>
                <div class="row">
                    {line.hello.value ? (
                        <Button go href={href("/")}>
                            {t("All games")}
                        </Button>
                    ) : (
                        <Button go onPick={accept}>
                            {t("Come in")}
                        </Button>
                    )}
                </div>
            </section>
        </Page>
    );
}
