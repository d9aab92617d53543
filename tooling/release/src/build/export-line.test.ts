import { expect, it } from "vitest"

import { withExportLine } from "./export-line.ts"

it.each([
  ["const a=function(){}export{a as t}", "const a=function(){}\nexport{a as t}"],
  ["const a=()=>{}\nexport { a };\n", "const a=()=>{}\nexport { a };\n"],
  ["const a=`export{b}`;a()", "const a=`export{b}`;a()"],
  ["a()", "a()"]
])("%j", (code, expected) => expect(withExportLine(code)).toBe(expected))
