/* All parts, in one place to import from. web/README.md says what each is for. */
export * from "./action";
export * from "./bar";
export * from "./button";
export * from "./card";
export * from "./controls";
export * from "./dialog";
export * from "./die";
export * from "./hint";
export * from "./kinds";
export * from "./log";
export * from "./meter";
export * from "./money";
export * from "./score";
export * from "./seat";
export * from "./sym";
export * from "./table";
export * from "./toast";
