import { expect, it } from "vitest"

import { internationalHost } from "./international-host.ts"

it.each([
  ["https://api.g\u0456thub.example/v3", "api.xn--gthub-n2e.example"],
  ["https://bücher.example:8443", "xn--bcher-kva.example:8443"],
  ["https://api.github.example/v3", undefined],
  ["https://api.example/bücher", undefined],
  ["https://xn--bcher-kva.example", undefined],
  ["bücher", undefined]
])("%s is known as %s", (address, host) => {
  expect(internationalHost(address)).toBe(host)
})
