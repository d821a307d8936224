/* The numbered rules of a game, with its own pictures: on a page of their own, and in a sheet over a table. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { GameName, OptionInfo } from "../engine";
import type { Pictures } from "../games/module";
import { factsOf, gameTitle, loadTable, RULED } from "../games/registry";
import { href, rulePath } from "../look/address";
import { settings } from "../look/settings";
import { t } from "../look/text";
import { Busy, Button, classes } from "../parts";
import { loadRules, texts, type Rules } from "../texts";
import { Page } from "./pages";
import { engine } from "./state";

function useRules(): Rules | null {
    const rules = useSignal<Rules | null>(null);
    const { language } = texts.value;
    useEffect(() => {
        loadRules(language)
            .then((loaded) => (rules.value = loaded))
            .catch((error: unknown) => console.warn(error));
    }, [language]);
    return rules.value;
}

function usePictures(game: GameName): Pictures {
    const pictures = useSignal<Pictures>({});
    useEffect(() => void loadTable(game).then((table) => (pictures.value = table.pictures ?? {})), [game]);
    return pictures.value;
}

/** What an option is called where one chooses it, instead of its word on the command line: the words of records and of people
 * differ. In Hungarian the option comes after its name, and the article follows its first letter. */
export function withoutWords(text: string, options: readonly Pick<OptionInfo, "name" | "about">[]): string {
    let said = text;
    for (const { name, about } of options) {
        const label = t("“{text}”", { text: about });
        const article = /^[aáeéiíoóöőuúüű]/i.test(about) ? "z" : "";
        said = said
            .replace(new RegExp(`(\\bop[tcz]\\p{L}* )${name}(=\\w+)?(?!\\w)`, "iu"), `$1${label}`)
            .replace(new RegExp(`(?<=^|\\P{L})(a)z? ${name}(=\\w+)?(?= op)`, "iu"), `$1${article} ${label}`);
    }
    return said;
}

/** All rules; one of them may be marked, and is gone to. */
export function RulesText({ game, rule }: { game: GameName; rule?: string }) {
    const rules = useRules();
    const pictures = usePictures(game);
    const box = useRef<HTMLDivElement>(null);
    const options = engine.value?.games().find(({ name }) => name === game)?.options ?? [];
    const ready = !!rules;
    useEffect(() => {
        if (!ready || !rule) return;
        const found = box.current?.querySelector<HTMLElement>(`[id="${CSS.escape(rule)}"]`);
        found?.scrollIntoView({ block: "center" });
    }, [ready, rule, game]);
    return (
        <div class={classes("rules-text", settings.value.edition)} data-game={game} ref={box}>
            {!rules && <Busy label={t("Loading")} />}
            {rules?.[game]?.map((section) => (
                <section class="panel rules" key={section.title}>
                    <h2>{section.title}</h2>
                    <dl>
                        {Object.entries(section.rules).map(([id, text]) => (
                            <div key={id} id={id} class={id === rule ? "marked" : ""}>
                                <dt>
                                    <a href={rulePath(game, id)}>{id}</a>
                                </dt>
                                <dd>
                                    {withoutWords(
                                        text,
                                        options.filter((option) => option.rule === id),
                                    )}
                                    {pictures[id] && (
                                        <span class="rules-picture" aria-hidden="true">
                                            {pictures[id]()}
                                        </span>
                                    )}
                                </dd>
                            </div>
                        ))}
                    </dl>
                </section>
            ))}
        </div>
    );
}

/** /rules/GAME/RULE marks one and goes there. */
export function RulesPage({ game, rule }: { game: GameName; rule?: string }) {
    const others = RULED.filter((other) => other !== game);
    return (
        <Page
            title={t("Rules of {game}", { game: gameTitle(game) })}
            game={game}
            lead={
                <p class="muted">
                    {t(
                        "{game} by {author}, in our words. Every rule has a number; refusals and score sheets name it.",
                        { game: gameTitle(game), author: factsOf(game).author },
                    )}
                </p>
            }
        >
            <RulesText game={game} rule={rule} />
            <div class="row">
                <Button go href={href(`/play/${game}`)}>
                    {t("Play now")}
                </Button>
                {others.map((other) => (
                    <Button key={other} href={rulePath(other)}>
                        {t("Rules of {game}", { game: gameTitle(other) })}
                    </Button>
                ))}
            </div>
        </Page>
    );
}
