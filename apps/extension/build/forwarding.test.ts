// Checks that a script which only passes on exports is left out, and stays where it cannot be.
import { expect, it } from "vitest"

import { removeForwarding } from "./forwarding.ts"

const scripts = (target: string) => [
  { fileName: "chunks/states-1.js", code: 'export{t as Asking,n as Ready}from"./offer-2.js";\n' },
  { fileName: "chunks/offer-2.js", code: target },
  { fileName: "chunks/popup-3.js", code: "import(`./states-1.js`).then(e=>e.Ready)" }
]

it("gives the exports their names where they are, and imports them from there", () => {
  const all = scripts("var a,b;export{b as n,a as t};\n")
  expect(removeForwarding(all)).toEqual(["chunks/states-1.js"])
  expect(all[1]?.code).toBe("var a,b;export{b as n,a as t,a as Asking,b as Ready};\n")
  expect(all[2]?.code).toBe("import(`./offer-2.js`).then(e=>e.Ready)")
})

it("leaves a script alone whose names are taken, or whose exports are not understood", () => {
  for (const target of [
    "var a,b,c;export{b as n,a as t,c as Ready};",
    "export*from`./other.js`",
    "export{a as t};var b;export{b as m};"
  ]) {
    const all = scripts(target)
    expect(removeForwarding(all)).toEqual([])
    expect(all).toEqual(scripts(target))
  }
})

it("fails if a script names the one to leave out in another way", () => {
  const all = scripts("var a,b;export{b as n,a as t};")
  const named = [...all, { fileName: "popup.js", code: "import(`../chunks/states-1.js`)" }]
  expect(() => removeForwarding(named)).toThrow("popup.js names chunks/states-1.js")
})
