export { PlainTable as LootTable } from "../plain";
