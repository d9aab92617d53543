// The navigation bar of every page: home, search, and the two lists.

import { h, icon } from "./dom.js"

export const bar = (search) =>
  h(
    "div.barinner",
    {},
    h(
      "a.brand",
      { href: "/in", "aria-label": "Profilenet" },
      h("img", { src: "/profilenet/icon.svg", alt: "", width: 32, height: 32 }),
      h("span", {}, "Profilenet")
    ),
    h(
      "form.search",
      {
        role: "search",
        onsubmit: (event) => {
          event.preventDefault()
          search(new FormData(event.currentTarget).get("q").trim())
        }
      },
      icon("search"),
      h("input", {
        type: "search",
        name: "q",
        placeholder: "Search people",
        "aria-label": "Search people",
        autocomplete: "off"
      })
    ),
    h(
      "nav",
      { "aria-label": "Main" },
      h("a", { href: "/in" }, icon("people"), h("span", {}, "People")),
      h("a", { href: "/company" }, icon("company"), h("span", {}, "Companies"))
    )
  )
