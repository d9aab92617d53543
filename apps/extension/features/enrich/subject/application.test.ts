import { describe, expect, it } from "vitest"

import { random } from "../../../tests/random.ts"
import { applicationHosts, BRANDS } from "./application-hosts.ts"
import { applicationAt, applicationOnHost } from "./application.ts"
import { isLocal } from "./local.ts"
import { noSubjectAt, targetOf, profileSites } from "./target.ts"

const sites = profileSites({ profile_site: "network.example" })

const at = (address: string) => {
  const subject = targetOf(address, sites)?.subject
  if (subject !== undefined) {
    return (subject.kind === "site" ? applicationAt(address, subject.name) : undefined) ?? "own site"
  }
  const place = noSubjectAt(address, sites)
  return `nobody: ${place === "elsewhere" ? (applicationOnHost(address) ?? place) : place}`
}

describe("applications", () => {
  it.each([
    ["https://mail.google.com/mail/u/0/#inbox", "nobody: mail"],
    ["https://outlook.office.com/mail/", "mail"],
    ["https://outlook.live.com/calendar/0/view/week", "mail"],
    ["https://mail.acme.com.au/", "mail"],
    ["https://webmail.eu.acme.co.nz/", "mail"],
    ["https://acme.com/owa/", "mail"],
    ["https://calendar.google.com/calendar/r", "nobody: calendar"],
    ["https://calendly.com/", "calendar"],
    ["https://acme.lightning.force.com/lightning/o/Lead/list", "customers"],
    ["https://app.hubspot.com/contacts/1", "customers"],
    ["https://crm.acme.com/", "customers"],
    ["https://docs.google.com/document/d/1/edit", "nobody: documents"],
    ["https://acme.sharepoint.com/sites/hr", "documents"],
    ["https://acme.atlassian.net/browse/A-1", "documents"],
    ["https://www.notion.so/acme", "nobody: documents"],
    ["https://www.google.com/search?q=acme", "nobody: search"],
    ["https://www.google.co.nz/", "search"],
    ["https://www.google.com.au/maps", "nobody: search"],
    ["https://duckduckgo.com/?q=acme", "search"],
    ["https://en.wikipedia.org/wiki/Acme", "nobody: search"],
    ["https://github.com/", "code"],
    ["https://gitlab.com/acme/widgets", "nobody: code"],
    ["https://git.acme.io/widgets", "code"],
    ["https://app.slack.com/client/T1", "chat"],
    ["https://teams.microsoft.com/v2/", "chat"],
    ["https://www.reddit.com/r/sales", "nobody: social"],
    ["https://x.com/", "social"],
    ["https://maps.google.com/", "maps"],
    ["https://www.commbank.com.au/", "bank"],
    ["https://ib.westpac.co.nz/", "bank"],
    ["https://www1.ibank.acme.com.au/", "bank"],
    ["https://www.amazon.com.au/", "market"],
    ["https://www.seek.co.nz/jobs", "nobody: market"],
    ["https://www.abc.net.au/news", "media"],
    ["https://claude.ai/new", "assistant"],
    ["https://console.aws.amazon.com/", "administration"],
    ["https://login.acme.com/", "administration"],
    ["https://acme.com/wp-admin/", "administration"],
    ["https://app.acme.io/", "general"],
    ["https://acme.com:8443/", "general"],
    ["https://github.com/acme/widgets", "nobody: code"],
    ["https://www.facebook.com/acme", "nobody: social"],
    ["https://www.youtube.com/watch?v=1", "nobody: media"]
  ])("%s is %s", (address, what) => {
    expect(at(address)).toBe(what)
  })
})

describe("companies' own sites", () => {
  it.each([
    "https://www.acme.com.au/",
    "https://acme.co.nz/about/team",
    "https://shop.acme.co.nz/",
    "https://blog.acme.io/",
    "https://nz.acme.com/contact",
    "https://docs.acme.com/guide",
    "https://support.acme.com/",
    "https://www.mailroom.com.au/",
    "https://searchlight.co.nz/",
    "https://thegooglefix.com.au/",
    "https://myacme.com/",
    "https://www.admin-people.com.au/",
    "https://notgithub.com/",
    "https://bank-vault.com.au/",
    "https://acme.com/administrators-guide",
    "https://acme.myshopify.com/",
    "https://acme.example/"
  ])("%s", (address) => {
    expect(at(address)).toBe("own site")
  })
})

describe("the user's own machine and network", () => {
  it.each([
    "http://localhost:3000/",
    "http://127.0.0.1:8080/in/ann",
    "http://[::1]/",
    "http://[fd00::1]:80/",
    "http://10.0.0.1/",
    "http://192.168.1.1/admin",
    "http://intranet/",
    "http://nas:5000/",
    "http://printer.local/",
    "http://router.lan/",
    "https://wiki.corp/x",
    "https://erp.acme.internal/",
    "https://hub.home.arpa/",
    "http://app.test/"
  ])("%s", (address) => {
    expect(at(address)).toBe("nobody: local")
  })

  it.each(["chrome://extensions/", "about:blank", "file:///etc/passwd", "not an address", "data:text/html,x"])(
    "%s is elsewhere",
    (address) => {
      expect(at(address)).toBe("nobody: elsewhere")
      expect(isLocal(address)).toBe(false)
    }
  )

  it("does not include the profile site, wherever it is served", () => {
    const own = profileSites({ profile_site: "127.0.0.1:4680" })
    expect(targetOf("http://127.0.0.1:4680/in/ann", own)?.subject.kind).toBe("person")
    expect(noSubjectAt("http://127.0.0.1:4680/feed", own)).toBe("profileSite")
  })
})

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
const REGISTRIES = ["com", "com.au", "co.nz", "nz", "io", "net.au", "org"]

const label = (below: (n: number) => number) =>
  // Starts with letters that no list contains, so that it matches none by chance.
  `q9${Array.from({ length: 1 + below(8) }, () => LETTERS[below(LETTERS.length)]).join("")}`

const path = (below: (n: number) => number) =>
  `/${Array.from({ length: below(3) }, () => label(below)).join("/")}${below(2) === 0 ? "" : `?${label(below)}=1`}`

describe("whatever the address", () => {
  const hosts = [...applicationHosts]

  it("a known host is the same application on its subdomains, at any path, in any case; a look-alike is not", () => {
    for (let seed = 1; seed <= 3000; seed++) {
      const below = random(seed)
      const [host, application] = hosts[below(hosts.length)] ?? ["", undefined]
      const own = label(below)
      const result = applicationAt(`https://${own}.${host}${path(below)}`.toUpperCase(), host)
      expect(result, `seed ${seed}: ${host}`).toBe(application)
      const alike = `${own}${host}`
      // `anz.com` with letters before it is another name, unless the rest is listed or named too.
      if (!applicationHosts.has(alike.slice(alike.indexOf(".") + 1))) {
        const registeredDomain = alike.split(".").length > 2 ? alike.slice(alike.indexOf(".") + 1) : alike
        if (!Object.hasOwn(BRANDS, registeredDomain.slice(0, registeredDomain.indexOf(".")))) {
          expect(applicationAt(`https://${alike}/`, alike), `seed ${seed}: ${alike}`).toBeUndefined()
        }
      }
    }
  })

  it("an unknown host is a company's own site, with www and any path; its app subdomain is an application", () => {
    for (let seed = 1; seed <= 2000; seed++) {
      const below = random(seed)
      const registeredDomain = `${label(below)}.${REGISTRIES[below(REGISTRIES.length)]}`
      const rest = path(below)
      expect(at(`https://${registeredDomain}${rest}`), `seed ${seed}`).toBe("own site")
      expect(at(`https://www.${registeredDomain}${rest}`), `seed ${seed}`).toBe("own site")
      expect(at(`https://app.${registeredDomain}${rest}`), `seed ${seed}`).toBe("general")
      expect(at(`https://${label(below)}.mail.${registeredDomain}${rest}`), `seed ${seed}`).toBe("mail")
    }
  })

  it("no input makes it throw", () => {
    const pieces = [
      "https://",
      "http://",
      "//",
      "a",
      ".",
      "..",
      "com",
      "[",
      "]",
      ":",
      "80",
      "%",
      "\u202e",
      "@",
      "",
      " "
    ]
    for (let seed = 1; seed <= 3000; seed++) {
      const below = random(seed)
      const text = Array.from({ length: below(8) }, () => pieces[below(pieces.length)]).join("")
      expect(() => [isLocal(text), applicationAt(text, text), noSubjectAt(text, sites)], text).not.toThrow()
    }
  })

  it("the list writes hosts as browsers do", () => {
    for (const [host] of hosts) expect(new URL(`https://${host}/`).hostname, host).toBe(host)
  })
})
