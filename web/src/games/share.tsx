/* Sharing a result: its picture, the record of the game, and the link of a game on a server. */
import { useEffect, useRef } from "preact/hooks";
import type { Position } from "../engine";
import { t } from "../look/text";
import { Button, Dialog, tell } from "../parts";
import { download } from "../shell/kept";
import type { Frame, Result } from "./module";
import { HEIGHT, paintResult, WIDTH } from "./picture";
import { headline, ranking } from "./ranking";
import { gameTitle } from "./registry";

export interface ShareProps {
    at: Position;
    result: Result;
    frame: Frame;
    onClose: () => void;
}

/** The picture as a file. */
function fileOf(canvas: HTMLCanvasElement, name: string): Promise<File | null> {
    return new Promise((made) =>
        canvas.toBlob((blob) => made(blob && new File([blob], name, { type: "image/png" })), "image/png"),
    );
}

function canSend(): boolean {
    const probe = new File([], "a.png", { type: "image/png" });
    return typeof navigator.share === "function" && navigator.canShare({ files: [probe] });
}

async function copy(link: string): Promise<void> {
    try {
        await navigator.clipboard.writeText(link);
        tell(t("The link is copied."));
    } catch {
        tell(link);
    }
}

export function ShareDialog({ at, result, frame, onClose }: ShareProps) {
    const canvas = useRef<HTMLCanvasElement>(null);
    const mark = frame.practice ? t("Practice") : undefined;
    useEffect(
        () => paintResult(canvas.current!, canvas.current!.closest(".result-page")!, result, at, mark),
        [],
    );
    const title = gameTitle(at.game);
    const stem = frame.id ? `${at.game}-${frame.id}` : at.game;
    const name = mark ? `${title} (${mark})` : title;
    const text = `${name}: ${headline(result, ranking(result, at), at)}`;
    const picture = async (act: (file: File) => unknown) => {
        const file = await fileOf(canvas.current!, `${stem}.png`);
        if (file) await act(file);
    };
    const send = () =>
        picture((file) => navigator.share({ files: [file], title, text, url: frame.link })).catch(
            () => undefined /* closed without sending */,
        );
    const { record, link } = frame;
    const sends = canSend();
    return (
        <Dialog open wide title={t("Share")} onClose={onClose}>
            <canvas
                ref={canvas}
                class="share-picture"
                width={WIDTH}
                height={HEIGHT}
                role="img"
                aria-label={text}
            />
            <div class="row share-acts">
                {link && (
                    <Button icon="i-link" onPick={() => void copy(link)}>
                        {t("Copy link")}
                    </Button>
                )}
                {record && (
                    <Button icon="i-down" onPick={async () => download(`${stem}.jsonl`, await record())}>
                        {t("Save the record")}
                    </Button>
                )}
                <Button go={!sends} icon="i-down" onPick={() => picture((file) => download(file.name, file))}>
                    {t("Save the picture")}
                </Button>
                {sends && (
                    <Button go icon="i-share" onPick={send}>
                        {t("Share")}
                    </Button>
                )}
            </div>
        </Dialog>
    );
}
