// The worker: hosts games against bots, and thinks about hints, so that the page never waits.
import { loadModule, masterModule, startEngine } from "./engine";
import { Serving } from "./serving";
import { loadTexts } from "./texts";

const scope = self as unknown as DedicatedWorkerGlobalScope;

async function fetchFile(address: string): Promise<ArrayBuffer> {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    return answer.arrayBuffer();
}

const serving = loadModule()
    .then(startEngine)
    .then(
        (engine) =>
            new Serving({
                engine,
                startMaster: () => loadModule(masterModule).then(startEngine),
                post: (reply) => scope.postMessage(reply),
                fetchFile,
                loadTexts,
                pause: () => new Promise((go) => setTimeout(go)),
            }),
    );

scope.onmessage = async ({ data }: MessageEvent<unknown>) => {
    await (await serving).receive(data);
};
