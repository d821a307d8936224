export { PlainTable as MiceTable } from "../plain";
