export { PlainTable as BarsTable } from "../plain";
