/** Sample cards: plain, with warnings, hostile. The people are invented. */
import type { Card } from "@inlay/agent-plugin/Card"

import type { SalesRecord } from "../../features/enrich/requests.ts"
import { NOW } from "./subjects.ts"

export const personCard: Card = {
  title: "Mia Nguyen",
  subtitle: "Head of Procurement · Kauri Foods",
  notices: [],
  sections: [
    {
      title: "",
      rows: [
        {
          label: "Work e-mail",
          value: "mia.nguyen@kaurifoods.co.nz",
          kind: "email",
          mark: { text: "verified", tone: "good" },
          source: "person.emails[0].email"
        },
        { label: "Mobile", value: "+64 21 555 0142", kind: "phone", source: "person.phones[0].number" },
        { label: "Direct phone", value: "+64 9 555 0117", kind: "phone", source: "person.phones[1].number" }
      ]
    },
    {
      title: "Role",
      rows: [
        { label: "Location", value: "Auckland, New Zealand", kind: "text", source: "person.location" },
        { label: "Seniority", value: "Head", kind: "text", source: "person.seniority" }
      ]
    },
    {
      title: "Company",
      rows: [
        { label: "Name", value: "Kauri Foods Limited", kind: "text", source: "person.company.name" },
        { label: "Domain", value: "kaurifoods.co.nz", kind: "text", source: "person.company.domain" },
        { label: "ABN", value: "51 824 753 556", kind: "text", source: "person.company.abn" }
      ]
    }
  ],
  fetchedAt: new Date(NOW - 5_000).toISOString(),
  fromCache: false
}

const dnc = { text: "do not call", tone: "danger" } as const

export const warnedCard: Card = {
  ...personCard,
  subtitle: "Regional Manager for Strategic Partnerships and Government Relations · Kauri Foods Limited",
  notices: [
    { tone: "warning", text: "The answer could not be saved." },
    { tone: "danger", text: "The provider answered with another profile: mia." }
  ],
  checkedOn: "2025-11-02",
  sections: personCard.sections.map((section, s) =>
    s > 0
      ? section
      : {
          title: "",
          rows: [
            {
              label: "Work e-mail",
              value: "mia-catherine.nguyen-fitzgerald@procurement.kaurifoods.co.nz",
              kind: "email",
              mark: { text: "risky", tone: "warning" },
              source: "person.emails[0].email"
            },
            { label: "Mobile", value: "+64 21 555 0142", kind: "phone", mark: dnc, source: "person.phones[0].number" },
            {
              label: "Direct phone",
              value: "+64 9 555 0117",
              kind: "phone",
              mark: dnc,
              source: "person.phones[1].number"
            }
          ]
        }
  ),
  fetchedAt: new Date(NOW - 3 * 86_400_000).toISOString(),
  fromCache: true
}

export const companyCard: Card = {
  title: "Kauri Foods Limited",
  subtitle: "Food manufacturing · Auckland, New Zealand",
  notices: [],
  sections: [
    {
      title: "",
      rows: [
        { label: "Employees", value: "1240", kind: "number", source: "company.employee_count" },
        { label: "Size band", value: "1001-5000", kind: "text", source: "company.size" },
        { label: "ABN", value: "51 824 753 556", kind: "text", source: "company.abn" }
      ]
    },
    {
      title: "Contact",
      rows: [
        { label: "Website", value: "https://kaurifoods.co.nz/about", kind: "url", source: "company.website" },
        { label: "Phone", value: "+64 9 555 0100", kind: "phone", source: "company.phone" }
      ]
    },
    {
      title: "Technology",
      rows: [
        {
          label: "Technologies",
          value:
            "Warehouse suite, Customer desk, Web shop, Newsletter tool, Analytics, Cloud storage, Route planner, Time sheets, Payroll, Point of sale, Loyalty programme, Document signing",
          kind: "text",
          source: "company.technologies"
        }
      ]
    }
  ],
  fetchedAt: new Date(NOW - 5_000).toISOString(),
  fromCache: false
}

/** Markup, script addresses and formulas in place of plain values. */
export const hostileCard: Card = {
  title: "<img src=x onerror=alert(1)>",
  subtitle: "<script>alert(2)</script>",
  notices: [{ tone: "danger", text: "<b>bold</b>" }],
  sections: [
    {
      title: "<i>section</i>",
      rows: [
        { label: "<u>label</u>", value: "javascript:alert(3)", kind: "url", source: "<s>source</s>" },
        { label: "E-mail", value: "a@b.example?bcc=all@b.example", kind: "email", source: "" },
        { label: "Phone", value: "+64 21 555;ext=javascript:1", kind: "phone", source: "" },
        { label: "Formula", value: '=HYPERLINK("https://x.example")', kind: "text", source: "" }
      ]
    }
  ],
  fetchedAt: "2026-11-21T02:59:00Z",
  fromCache: false
}

/** A direction override in every text that a provider can fill. */
export const turnedCard: Card = {
  title: "Mia \u202Enayugn",
  subtitle: "Head\u202E of",
  notices: [{ tone: "danger", text: "not\u202Eice" }],
  sections: [
    {
      title: "Sec\u202Etion",
      rows: [
        {
          label: "Work\u202E e-mail",
          value: "mia@\u202Eexample.org",
          kind: "email",
          mark: { text: "veri\u202Efied", tone: "good" },
          source: "a.\u202Eb"
        },
        { label: "Phone", value: "\u200B+64 21 555 0142", kind: "phone", source: "" }
      ]
    }
  ],
  fetchedAt: "2026-11-21T02:59:00Z",
  fromCache: false
}

export const personRecord: SalesRecord = {
  of: "person",
  fields: {
    name: "Mia Nguyen",
    jobTitle: "Head of Procurement",
    seniority: "Head",
    department: null,
    emails: [
      { value: "mia@home.example", kind: "personal", status: null },
      { value: "mia.nguyen@kaurifoods.co.nz", kind: "work", status: "verified" }
    ],
    phones: [
      { value: "+64 21 555 0142", kind: "mobile", doNotCall: true },
      { value: "+64 9 555 0117", kind: "direct", doNotCall: null }
    ],
    company: { name: "Kauri Foods Limited", domain: "kaurifoods.co.nz", abn: "51 824 753 556", profileUrl: null },
    location: "Auckland, New Zealand",
    profileUrl: "https://profiles.example/in/mia-nguyen-4b2a19"
  }
}

export const companyRecord: SalesRecord = {
  of: "company",
  fields: {
    name: "Kauri Foods Limited",
    domain: "kaurifoods.co.nz",
    abn: "51 824 753 556",
    industry: "Food manufacturing",
    size: "1001-5000",
    employeeCount: 1240,
    location: "Auckland, New Zealand",
    technologies: [],
    phone: "+64 9 555 0100",
    phoneDoNotCall: null,
    website: "https://kaurifoods.co.nz/about",
    profileUrl: null
  }
}
