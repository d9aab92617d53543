import { describe, expect, it } from "vitest"

import { readCompany, readPerson } from "../../../tests/readings.ts"
import { at } from "./json-path.ts"

const values = (fields: object) => {
  const record = readPerson({ full_name: "Jane Doe", job_title: "CFO", ...fields })?.value
  return [...(record?.emails ?? []), ...(record?.phones ?? [])].map(({ value }) => value)
}

it.each([
  [{ country_code: "+61", number: "491570156" }, "+61 491570156"],
  [{ countryCode: 61, number: 491570156 }, "+61 491570156"],
  [{ country_code: "64", area_code: "09", number: "555 0123" }, "+64 9555 0123"],
  [{ country_code: "61", number: "0491 570 156" }, "0491 570 156"],
  [{ country_code: "61", number: "+61 491 570 156" }, "+61 491 570 156"],
  [{ country_code: "61", number: "61491570156" }, "61491570156"],
  [{ country_code: "685", number: "68512345" }, "68512345"],
  [{ country_code: "61", area_code: "02", number: "2 5550 4400" }, "2 5550 4400"],
  [{ country_code: "AU", number: "491570156" }, "491570156"],
  [{ area_code: "9", number: "555 0123" }, "555 0123"]
])("reads a number in parts: %j is %s", (phone, whole) => expect(values({ phones: [phone] })).toEqual([whole]))

it.each([
  [{ emails: "jane@a.example, jane@b.example" }, ["jane@a.example", "jane@b.example"]],
  [{ email: "jane@a.example;jane@b.example" }, ["jane@a.example", "jane@b.example"]],
  [{ phone: "+61 491 570 156 | 02 5550 4400" }, ["+61 491 570 156", "02 5550 4400"]],
  [{ phone: "+61 2 5550 4400, ext 12" }, ["+61 2 5550 4400, ext 12"]]
])("reads each part of a text that lists several: %j", (fields, parts) => expect(values(fields)).toEqual(parts))

const MAIL = "jane@acme.example"
const MOBILE = "+61 491 570 156"
const jane = { full_name: "Jane Doe", job_title: "CFO" }

it.each(["tel://+61491570156", "+61 491 570 156 @ work"])("reads the number in %s", (phone) =>
  expect(readPerson({ ...jane, phone })?.value.phones).toMatchObject([{ value: phone }])
)

describe("contacts beside the record", () => {
  it.each([
    { profile: jane, emails: [MAIL], phones: [MOBILE] },
    { data: { person: jane, emails: [{ value: MAIL }], mobile_phones: [{ number: MOBILE }] } },
    { data: [{ profile: jane, contact_info: { work_emails: [{ email: MAIL }], phones: [{ number: MOBILE }] } }] },
    { profile: { ...jane, email: MAIL }, emails: [MAIL], phones: [MOBILE] },
    {
      profile: jane,
      contact_points: [
        { type: "email", value: MAIL },
        { type: "phone", value: MOBILE }
      ]
    }
  ])("are read, with where they were: %j", (body) => {
    const { value, sources } = readPerson(body) ?? {}
    expect([value?.name, value?.emails.map((email) => email.value)]).toEqual(["Jane Doe", [MAIL]])
    expect(value?.phones.map((phone) => phone.value)).toEqual([MOBILE])
    expect([at(body, sources?.["emails.0"] ?? ""), at(body, sources?.["phones.0"] ?? "")]).toEqual([MAIL, MOBILE])
  })

  it.each([
    // Of the company around, of one of several, of the request, of the provider.
    { name: "Acme", contact: jane, emails: [MAIL] },
    { domain: "acme.example", contact: jane, emails: [MAIL] },
    { people: [jane], emails: [MAIL], phones: [MOBILE] },
    { person: jane, email: MAIL },
    { company_name: "Acme", contact: jane, emails: [MAIL] },
    { website: "https://acme.example", contact: jane, phones: [MOBILE] },
    { person: jane, headquarters: { phones: [MOBILE] } },
    { person: jane, headquarters: { phone: { number: MOBILE } } },
    { person: jane, emails: [{ name: "Bob Ray", value: MAIL }] },
    { person: jane, contact: { email: MAIL } },
    { person: jane, contact_info: { name: "Bob Ray", email: MAIL } },
    { person: jane, contacts: [{ type: "work", name: "Bob Ray", email: MAIL }] }
  ])("may be somebody else's: %j", (body) =>
    expect(readPerson(body)?.value).toMatchObject({ name: "Jane Doe", emails: [], phones: [] })
  )

  it.each([
    { phones: [MOBILE], do_not_call: true },
    { phones: [MOBILE], compliance: { dnc: true } },
    { mobile: MOBILE, mobile_dnc: true }
  ])("are not called if their block says so: %j", (contact_info) => {
    expect(readPerson({ profile: jane, contact_info })?.value.phones).toMatchObject([{ doNotCall: true }])
    expect(readPerson({ ...jane, contact_info })?.value.phones).toMatchObject([{ doNotCall: true }])
  })

  it("are not cleared by a block of somebody else", () =>
    expect(
      readPerson({ profile: jane, phones: [MOBILE], contact_info: { name: "Bob Ray", do_not_call: false } })?.value
        .phones
    ).toMatchObject([{ doNotCall: null }]))

  it("report a mark that cannot be read once", () =>
    expect(
      readPerson({ profile: jane, contact_info: { emails: [MAIL], phones: [MOBILE], do_not_call: "perhaps" } })?.drift
    ).toEqual(["contact_info.do_not_call: expected yes or no, got string"]))

  it("are the first part of an unfinished answer no more", () =>
    expect(readPerson({ status: "pending", profile: jane, emails: [MAIL] })?.value.emails).toHaveLength(1))
})

describe("a do-not-call mark that is an item beside the numbers", () => {
  const N = { type: "phone", value: MOBILE }
  it.each([
    [N, { type: "do_not_call", value: true }],
    [N, { type: "do_not_call", value: "yes" }],
    [N, { type: "dnc", value: MOBILE }],
    [
      { ...N, dnc: false },
      { type: "dnc", number: MOBILE }
    ],
    [N, { do_not_call: true }],
    [N, { key: "do_not_call", value: true }],
    [
      { ...N, type: "mobile" },
      { type: "mobile_dnc", value: true }
    ],
    [N, "do_not_call"],
    [{ type: "dnc" }, N]
  ])("forbids calls: %j, %j", (...items) => {
    for (const body of [
      { person: jane, contacts: items },
      { ...jane, contacts: items },
      { ...jane, phones: items }
    ]) {
      const { phones = [] } = readPerson(body)?.value ?? {}
      expect(phones.filter(({ value }) => value === MOBILE)).toMatchObject([{ doNotCall: true }])
    }
  })

  it.each([
    [N, { type: "do_not_call", value: false }],
    [N, { type: "email_opt_out", value: true }],
    [N, { type: "fax", value: "+61 2 5550 4499", do_not_call: false }]
  ])("clears none: %j, %j", (...contacts) =>
    expect(readPerson({ person: jane, contacts })?.value.phones).toMatchObject([{ value: MOBILE, doNotCall: null }])
  )

  it("may be said of each number by itself", () =>
    expect(
      readPerson({ ...jane, phones: [MOBILE], phoneStatuses: { [MOBILE]: "do_not_call" } })?.value.phones
    ).toMatchObject([{ doNotCall: true }]))
})

it.each([
  { phones: [{ type: "mobile", value: MOBILE, relation: "colleague" }] },
  { phones: [{ type: "assistant", number: MOBILE }], emails: [{ type: "colleague", value: MAIL }] },
  { contacts: [{ type: "mobile", value: MOBILE, label: "Assistant" }] },
  { contacts: [{ type: "email", value: MAIL, owner: { name: "co-worker" } }] }
])("reads no point that is said to be a colleague's, although it has no name: %j", (fields) => {
  expect(readPerson({ ...jane, ...fields })?.value).toMatchObject({ emails: [], phones: [] })
  expect(readPerson({ person: jane, ...fields })?.value).toMatchObject({ emails: [], phones: [] })
})

it("reads the own address and number of somebody whose job is to assist", () => {
  const of = { first_name: "Jane", last_name: "Doe" }
  const emails = [{ value: MAIL, ...of, position: "Secretary" }]
  const phones = [{ number: MOBILE, ...of, title: "Assistant" }]
  expect(readPerson({ ...jane, emails, phones })?.value).toMatchObject({
    emails: [{ value: MAIL }],
    phones: [{ value: MOBILE }]
  })
})

it("reads the own number before the headquarters'", () => {
  const headquarters = { phone: "+61 2 5550 4400" }
  expect(values({ headquarters, phone: MOBILE })).toEqual([MOBILE, headquarters.phone])
  expect(values({ headquarters, landline: MOBILE })).toEqual([MOBILE, headquarters.phone])
})

it("reads the numbers of a company only with their label", () => {
  const company = { name: "Acme", phones: ["+61 2 5550 4400"] }
  expect(readPerson({ person: jane, company, phones: [MOBILE] })?.value.phones).toMatchObject([{ value: MOBILE }])
  const phones = [{ type: "company", number: "+61 2 5550 4400" }]
  expect(readPerson({ ...jane, phones })?.value.phones).toMatchObject([{ kind: "company" }])
  expect(readPerson({ ...jane, headquarters: { phone: MOBILE } })?.value.phones).toMatchObject([{ kind: "work" }])
})

it.each([{ [MAIL]: "valid" }, { "bob@acme.example": "invalid" }, { [MAIL]: { status: "valid" } }, ["valid"]])(
  "takes no address to be verified by a map or list of statuses: %j",
  (emailStatuses) => {
    expect(readPerson({ ...jane, emails: [MAIL], emailStatuses })?.value.emails).toMatchObject([{ status: null }])
    expect(readPerson({ ...jane, email: MAIL, emailStatus: emailStatuses })?.value.emails).toMatchObject([
      { status: null }
    ])
  }
)

it.each([
  [{ [MAIL]: "Invalid" }, "invalid"],
  [{ "Jane@Acme.example": { valid: false } }, "invalid"],
  [{ [MAIL]: { result: "bounced" } }, "bounced"]
])("takes an address to be of no use by a map of statuses, whatever is said in its own object: %j", (map, status) => {
  for (const emails of [[MAIL], [{ value: MAIL, status: "valid" }]]) {
    const bob = "bob@acme.example"
    const read = readPerson({ ...jane, emails: [...emails, bob], emailStatuses: map })?.value.emails
    expect(read).toMatchObject([
      { value: MAIL, status },
      { value: bob, status: null }
    ])
  }
})

it("reads blocks in blocks to a depth", () => {
  let contacts: object = { emails: [MAIL] }
  for (let i = 0; i < 20_000; i++) contacts = { contacts }
  expect(readPerson({ ...jane, contacts })?.value.emails).toEqual([])
  expect(readPerson({ ...jane, contacts: { contact_info: { emails: [MAIL] } } })?.value.emails).toHaveLength(1)
})

describe("a list of contacts of all kinds", () => {
  const contacts = [
    { type: "email", label: "work", value: MAIL, status: "invalid", id: 1 },
    { type: "mobile", value: MOBILE, do_not_call: true },
    { type: "Personal Email", value: "jane@home.example" },
    { type: "linkedin", value: "https://linkedin.com/in/jane-123456" },
    { type: "fax", value: "+61 2 5550 4400" },
    { type: "work", value: "https://acme1.example" },
    { type: "work", address: "12 Smith Street" },
    { value: "+61 2 5550 4401" },
    { type: "office", contact_name: "x", number: "+61 2 5550 4402" },
    { type: "phone", name: "Bob Ray", value: "+61 2 5550 4403" }
  ]
  it.each(["contacts", "contactPoints", "contact_methods", "contact_details", "contact"])("is read from %s", (name) => {
    const reading = readPerson({ ...jane, [name]: contacts })
    expect(reading?.value.emails).toEqual([
      { value: MAIL, kind: "work", status: "invalid" },
      { value: "jane@home.example", kind: "personal", status: null }
    ])
    expect(reading?.value.phones).toEqual([
      { value: MOBILE, kind: "mobile", doNotCall: true },
      { value: "+61 2 5550 4402", kind: "work", doNotCall: null }
    ])
    expect(reading?.sources).toMatchObject({ "emails.1": `${name}.2.value`, "phones.1": `${name}.8.number` })
    expect(reading?.drift).toEqual([])
  })

  it("has a company's number", () =>
    expect(
      readCompany({ name: "Acme", industry: "Wine", contacts: [{ type: "phone", value: "+61 2 5550 4400" }] })?.value
        .phone
    ).toBe("+61 2 5550 4400"))
})

describe("the status of an address", () => {
  const statuses = (fields: object) => readPerson({ ...jane, ...fields })?.value.emails.map(({ status }) => status)

  it.each([
    [{ emails: [MAIL], email_status: "invalid" }, ["invalid"]],
    [{ email: { address: MAIL }, email_status: "invalid" }, ["invalid"]],
    [{ emails: [MAIL, "jane@home.example"], email_status: "invalid" }, [null, null]],
    [{ emails: [MAIL, "jane@home.example"], email_verification: { status: "valid" } }, [null, null]],
    [{ emails: { work: MAIL, personal: "jane@home.example" }, email_status: "valid" }, [null, null]],
    [{ email: { value: MAIL, verification_status: "invalid" }, email_status: "verified" }, ["invalid"]],
    [{ emails: [{ value: MAIL, Status: "invalid" }], verification: { status: "verified" } }, ["invalid"]],
    [{ emails: [{ value: MAIL, status: "verified" }], verification: { status: "invalid" } }, ["verified"]],
    [{ email: MAIL, Verification: { status: "invalid" } }, ["invalid"]],
    [{ primary_email: MAIL, email_status: "invalid" }, ["invalid"]]
  ])("is read from a field beside it, if it is clear whose it is: %j", (fields, expected) =>
    expect(statuses(fields)).toEqual(expected)
  )

  it.each([
    [{ valid: false }, "invalid"],
    [{ is_valid: "false" }, "invalid"],
    [{ smtp_valid: false }, "invalid"],
    [{ isVerified: false }, "unverified"],
    [{ verified: true }, "verified"],
    [{ verified: true, bounced: true }, "bounced"],
    [{ deliverable: false }, "undeliverable"],
    [{ is_deliverable: true }, null],
    [{ bounced: false }, null],
    [{ result: "Invalid" }, "invalid"],
    [{ state: "invalid" }, "invalid"],
    [{ validity: "invalid" }, "invalid"],
    [{ verification: "invalid" }, "invalid"],
    [{ verification: { valid: false } }, "invalid"],
    [{ status: "verified", deliverable: false }, "undeliverable"],
    [{ status: "risky", valid: true }, "risky"],
    [{ status: "invalid", valid: "yes" }, "invalid"],
    [{ status: "invalid", smtp_valid: "valid" }, "invalid"],
    [{ status: "valid", bounced: 0 }, "valid"],
    [{ bounced: "Yes" }, "bounced"],
    [{ status: true }, null]
  ])("is a word for %j", (said, status) => {
    expect(statuses({ emails: [{ value: MAIL, ...said }] })).toEqual([status])
    const beside = Object.entries(said).map(([key, value]) => [`email_${key}`, value] as const)
    expect(statuses({ email: MAIL, ...Object.fromEntries(beside) })).toEqual([status])
  })
})
