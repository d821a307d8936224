/* All parts, in one place to import from. web/README.md says what each is for. */
export * from "./action";
export * from "./aid";
export * from "./bubble";
export * from "./button";
export * from "./changed";
export * from "./controls";
export * from "./dialog";
export * from "./die";
export * from "./hint";
export * from "./log";
export * from "./meter";
export * from "./score";
export * from "./seat";
export * from "./sym";
export * from "./table";
export * from "./toast";
export * from "./wall";
