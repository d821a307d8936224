// The real server of tables, as a process of its own.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "./browser.mjs";
import { razzia, root } from "./given.mjs";

/** The server as it is, with its store in a folder. `end("SIGKILL")` gives it no time for anything. */
export class Server {
    constructor(folder) {
        this.folder = folder;
    }

    async start() {
        const config = join(this.folder, "config");
        writeFileSync(config, "bot-ms = 20\n"); // nobody has to see what bots do
        const args = [
            "serve",
            "--listen",
            `127.0.0.1:${this.port ?? 0}`,
            "--store",
            `sqlite:${this.folder}/store.db`,
            "--web",
            join(build, "web"),
            "--nets",
            join(root, "nets"),
            "--config",
            config,
        ];
        this.process = spawn(razzia, args, {
            stdio: ["ignore", "ignore", "pipe"],
        });
        let log = "";
        this.port = await new Promise((done, failed) => {
            this.process.once("exit", () => failed(new Error(`the server ended: ${log}`)));
            this.process.stderr.on("data", (text) => {
                log += text;
                const found = /port (\d+)/.exec(log);
                if (found) done(Number(found[1]));
            });
        });
        this.process.removeAllListeners("exit");
        this.address = `http://127.0.0.1:${this.port}`;
    }

    end(signal) {
        const ended = new Promise((done) => this.process.once("exit", done));
        this.process.kill(signal);
        return ended;
    }
}
