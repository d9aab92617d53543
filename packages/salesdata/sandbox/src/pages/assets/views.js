// Renders the main area of each kind of page.

import { avatar, h, icon } from "./dom.js"

const toggle = (selector, off, on) =>
  h(
    selector,
    {
      type: "button",
      "aria-pressed": "false",
      onclick: ({ currentTarget }) => {
        const pressed = currentTarget.getAttribute("aria-pressed") !== "true"
        currentTarget.setAttribute("aria-pressed", String(pressed))
        currentTarget.textContent = pressed ? on : off
      }
    },
    off
  )

const section = (title, ...children) => h("section.card.pad", {}, h("h2", {}, title), ...children)

const row = (card) =>
  h(
    "li",
    {},
    h(
      "a.row",
      { href: card.href },
      avatar(card),
      h("span.rowtext", {}, h("span.rowname", {}, card.name), h("span.rowline", {}, card.line))
    )
  )

const rows = (cards) => h("ul.rows", {}, cards.map(row))

const fact = (name, text) => h("li", {}, icon(name), h("span", {}, text))

const job = ({ company, location, period, title, years }) =>
  h(
    "li.job",
    {},
    avatar(company),
    h(
      "div",
      {},
      h("h3", {}, title),
      h("a", { href: company.href }, company.name),
      h("p.faint", {}, `${period} · ${years}`),
      h("p.faint", {}, location)
    )
  )

const profile = (view) => [
  h(
    "div.column",
    {},
    h(
      "section.card.hero",
      {},
      h("div.banner", { hue: view.hue }),
      avatar(view, ".large"),
      h(
        "div.herobody",
        {},
        h(
          "div.herotext",
          {},
          h("h1", {}, view.name),
          h("p.headline", {}, view.headline),
          h(
            "ul.facts",
            {},
            fact("place", view.location),
            fact("people", view.connections >= 500 ? "500+ connections" : `${view.connections} connections`)
          )
        ),
        h("a.employer", { href: view.company.href }, avatar(view.company), h("span", {}, view.company.name)),
        h(
          "div.actions",
          {},
          toggle("button.primary", "Connect", "Request sent"),
          toggle("button", "Follow", "Following")
        )
      )
    ),
    section("About", h("p", {}, view.about)),
    section("Experience", h("ol.jobs", {}, view.experience.map(job)))
  ),
  h("aside.column", {}, section("People you may know", rows(view.recommended)))
]

const company = (view) => [
  h(
    "div.column",
    {},
    h(
      "section.card.hero",
      {},
      h("div.banner.wide", { hue: view.hue }),
      avatar(view, ".large"),
      h(
        "div.herobody",
        {},
        h(
          "div.herotext",
          {},
          h("h1", {}, view.name),
          h("p.headline", {}, view.tagline),
          h(
            "ul.facts",
            {},
            fact("company", view.industry),
            fact("place", view.headquarters),
            fact("people", view.size),
            fact("globe", view.website)
          )
        ),
        h("div.actions", {}, toggle("button.primary", "Follow", "Following"))
      )
    ),
    section("About", h("p", {}, view.about), h("p.faint", {}, `Founded ${view.founded}`)),
    section("People who work here", h("div.grid", {}, rows(view.employees)))
  ),
  h("aside.column", {}, section("Similar companies", rows(view.similar)))
]

const list = (view) => [
  h(
    "div.column",
    {},
    h(
      "section.card.pad",
      {},
      h("h1", {}, view.query === "" ? view.name : `${view.name} matching “${view.query}”`),
      h("p.faint", {}, view.total === 0 ? "Nobody by that name. Try a job title or a company." : `${view.total} found`),
      h("div.grid", {}, rows(view.items))
    )
  )
]

export const missing = () => [
  h(
    "div.column",
    {},
    h(
      "section.card.pad.missing",
      {},
      h("h1", {}, "This page does not exist"),
      h("p.faint", {}, "The address may be misspelt, or the profile may have been closed."),
      h("a.button.primary", { href: "/in" }, "Browse people")
    )
  )
]

export const skeleton = () => [
  h(
    "div.column",
    { "aria-hidden": "true" },
    h(
      "section.card.hero",
      {},
      h("div.bone.bonebanner"),
      h("div.pad", {}, h("div.bone.w40"), h("div.bone.w60"), h("div.bone.w30"))
    ),
    h("section.card.pad", {}, h("div.bone.w30"), h("div.bone"), h("div.bone.w60"))
  ),
  h(
    "aside.column",
    { "aria-hidden": "true" },
    h("section.card.pad", {}, h("div.bone.w60"), h("div.bone"), h("div.bone"), h("div.bone"))
  )
]

export const render = (view) => ({ profile, company, list })[view.kind]?.(view) ?? missing()
