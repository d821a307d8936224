/* The pages beside home and tables: about, and those that are not there; and what all such pages have. */
import type { ComponentChildren } from "preact";
import type { GameName } from "../engine";
import { href } from "../look/address";
import { t } from "../look/text";
import { Button } from "../parts";
import { Footer } from "./home";
import { TopLine } from "./top";

export function Page({
    title,
    children,
    game,
    lead,
}: {
    title: string;
    children: ComponentChildren;
    game?: GameName;
    lead?: ComponentChildren;
}) {
    const skip = (event: Event) => (
        event.preventDefault(),
        document.querySelector<HTMLElement>("main")?.focus()
    );
    return (
        <div class="page text-page" data-game={game}>
            <a class="skip" href="#main" onClick={skip}>
                {t("Skip to the page")}
            </a>
            <TopLine />
            <main id="main" tabIndex={-1}>
                <h1>{title}</h1>
                {lead}
                {children}
            </main>
            <Footer />
        </div>
    );
}

/** What a game is about before its rules. */
export function AboutPage() {
    return (
        <Page title={t("About")}>
            <section class="panel prose">
                <p>
                    {t(
                        "Razzia is a software edition of three tabletop games: Razzia! by Reiner Knizia, Razzia by Stefan Dorra and Ratzzia by Sophia Wagner. It is not connected with their publishers.",
                    )}
                </p>
                <p>
                    {t(
                        "The same rules, in C, run in this page, on the server and on the command line. The pictures are our own.",
                    )}
                </p>
                <p>
                    {t(
                        "Nothing leaves this device unless you sit down at a table with others. There are no cookies and no accounts.",
                    )}
                </p>
            </section>
        </Page>
    );
}

export function MissingPage({ text }: { text: string }) {
    return (
        <Page title={t("Nothing here")}>
            <p>{text}</p>
            <div class="row">
                <Button go href={href("/")}>
                    {t("All games")}
                </Button>
            </div>
        </Page>
    );
}
