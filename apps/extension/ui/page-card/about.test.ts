import { expect, it } from "vitest"

import { company, person, site } from "../../tests/samples/subjects.ts"
import { isAbout } from "./about.ts"

const acme = { ...person, name: "acme" }
const andre = { ...person, name: "andré-dupont" }

it.each([
  { of: person, path: "/in/mia-nguyen-4b2a19", about: true },
  { of: person, path: "/in/mia-nguyen-4b2a19/", about: true },
  { of: person, path: "//in//Mia-Nguyen-4b2a19/details/contact", about: true },
  { of: { ...person, name: "Mia-Nguyen" }, path: "/in/mia-nguyen", about: true },
  { of: person, path: "/IN/mia-nguyen-4b2a19/de", about: true },
  { of: person, path: "/search/mia-nguyen-4b2a19", about: false },
  { of: person, path: "/mia-nguyen-4b2a19/in", about: false },
  { of: person, path: "/mia-nguyen-4b2a19", about: false },
  { of: person, path: "/in/somebody-else/mia-nguyen-4b2a19", about: false },
  { of: person, path: "/feed/", about: false },
  { of: person, path: "/", about: false },
  { of: acme, path: "/in/acme", about: true },
  { of: acme, path: "/company/acme", about: false },
  { of: { ...acme, name: "in" }, path: "/in/", about: false },
  { of: andre, path: "/in/andr%C3%A9-dupont", about: true },
  { of: andre, path: "/in/andre%CC%81-dupont", about: true },
  { of: { ...andre, name: "Andre\u0301-Dupont" }, path: "/in/andr%C3%A9-dupont", about: true },
  { of: andre, path: "/in/%E0%A4%A", about: false },
  { of: company, path: "/company/kauri-foods/about/", about: true },
  { of: company, path: "/in/kauri-foods", about: false },
  { of: company, path: "/search/kauri-foods", about: false },
  { of: site, path: "/anything/at/all", about: true }
])("$path is about the $of.kind $of.name: $about", ({ of, path, about }) => {
  expect(isAbout(of, path)).toBe(about)
})
