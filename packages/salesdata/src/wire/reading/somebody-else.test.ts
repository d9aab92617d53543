import { describe, expect, it } from "vitest"

import { judgeCompany, judgePerson } from "../judges.ts"
import { judgeSearch } from "../search-judge.ts"

const person = (fields: object) => {
  const judgment = judgePerson({ status: 200, body: { full_name: "Jane Doe", ...fields } })
  return judgment._tag === "Match" ? judgment.reading.value : undefined
}
const company = (fields: object) => {
  const judgment = judgeCompany({ status: 200, body: { name: "Acme", industry: "Wine", ...fields } })
  return judgment._tag === "Match" ? judgment.reading.value : undefined
}

const MOBILE = "0491 570 156"
const OTHER = "02 5550 4400"

describe("a number or an address in a person's record that is not the person's", () => {
  it.each([
    { contact: { name: "Bob", mobile: OTHER, email: "bob@acme.example" } },
    { job_title: "CFO", contact: { full_name: "Bob Ray", mobile: OTHER, email: "bob@acme.example" } },
    { job_title: "CFO", contact: { given_name: "Bob", surname: "Doe", mobile: OTHER } },
    { first_name: "Jane", last_name: "Doe", contact: { first_name: "Jane", last_name: "Smith", mobile: OTHER } },
    { job_title: "CFO", contact: { name: { first: "Bob", last: "Ray" }, mobile: OTHER } },
    { full_name: "Jane", contact: { full_name: "Jane Smith", mobile: OTHER }, job_title: "CFO" },
    { primary_contact: { first_name: "Bob", phone: OTHER, email: "bob@acme.example" } },
    { primary_contact: { phones: { work: OTHER } }, job_details: { phone: OTHER } },
    { contact: { note: "on leave" }, primary_contact: { mobile: OTHER, email: "bob@acme.example" } },
    { phone: { number: null, company: { name: "Acme", phone: OTHER } } },
    { phones: { assistant: { name: "Bob", number: OTHER }, company: OTHER, hq: OTHER } },
    { emails: { manager: "boss@acme.example", assistant: { email: "pa@acme.example" } } },
    { phone: { number: null, id: "123456789", quality: { value: "low" }, carrier: { text: "Telstra" } } },
    { phones: { updated_at: "2024-01-15T10:00:00.123456Z", id: "p_12345678" } },
    { phones: [{ name: "Bob Ray", number: OTHER }], emails: [{ name: "Bob Ray", address: "bob@acme.example" }] },
    { phones: [{ first_name: "Bob", number: OTHER }] },
    { phones: { mobile: { name: "Reception", number: OTHER } } },
    { mobile: { name: "Bob Ray", number: OTHER } }
  ])("is not read from %j", (fields) => expect(person(fields)).toMatchObject({ emails: [], phones: [] }))

  it.each([
    { contact: { full_name: "Jane Doe", mobile: MOBILE } },
    { job_title: "CFO", contact: { name: "jane doe", mobile: MOBILE } },
    { job_title: "CFO", contact: { first_name: "Jane", last_name: "Doe", mobile: MOBILE } },
    { full_name: undefined, first_name: "Jane", last_name: "Doe", contact: { name: "Jane Doe", mobile: MOBILE } },
    { full_name: "Jane Doe, MBA", job_title: "CFO", contact: { name: "Jane Doe", mobile: MOBILE } },
    { job_title: "CFO", contact: { name: "Dr. Jane M. Doe", mobile: MOBILE } },
    { job_title: "CFO", contact: { name: "Doe, Jane", mobile: MOBILE } },
    { full_name: "José Doe", job_title: "CFO", contact: { first_name: "Jose", last_name: "Doe", mobile: MOBILE } },
    {
      full_name: undefined,
      name: { first: "Jane", last: "Doe" },
      job_title: "CFO",
      contact: { first_name: "Jane", last_name: "Doe", mobile: MOBILE }
    }
  ])("is read from an object with the person's own name: %j", (fields) =>
    expect(person(fields)?.phones).toMatchObject([{ value: MOBILE }])
  )

  it.each([
    "Mobile",
    "Work phone 2",
    "Direct (Sydney)",
    "Tel",
    "Mob",
    "E-mail",
    "Jane",
    "Dr Jane Doe",
    MOBILE,
    "jane@acme.example"
  ])("is unlike one with the label or the name %s", (name) =>
    expect(person({ phones: [{ name, number: MOBILE }] })?.phones).toMatchObject([{ value: MOBILE }])
  )

  it.each([{ first_name: "Jane" }, { email: "jane@acme.example" }])(
    "is unlike one with the whole name, in a record with %j",
    (fields) => {
      const phones = [{ name: "Jane Doe", number: MOBILE }]
      expect(person({ full_name: undefined, job_title: "CFO", ...fields, phones })?.phones).toHaveLength(1)
    }
  )

  it("is noted as drift if its name may be a label", () => {
    const judgment = judgePerson({
      status: 200,
      body: { full_name: "Jane Doe", phones: [{ name: "Bob", number: OTHER }] }
    })
    expect(judgment).toMatchObject({ reading: { drift: ["phones.0: expected a value in full, got object"] } })
  })

  it.each([
    "mobile",
    "mobile_phone",
    "work",
    "directDial",
    "telephone",
    "phone_2",
    "office_number",
    "personal",
    "primary",
    "home"
  ])("is unlike one that is called %s", (kind) =>
    expect(person({ phones: { [kind]: MOBILE } })?.phones).toMatchObject([{ value: MOBILE }])
  )
})

it.each([
  ["Jane O'Brien", { name: "Jane OBrien" }],
  ["Kaʻiulani Doe", { name: "Ka'iulani Doe" }],
  ["Min-su Kim", { first_name: "Minsu", last_name: "Kim" }],
  ["Xiaoming Wang", { name: "Wang Xiao Ming" }],
  ["Jane MacDonald", { name: "Jane Mac Donald" }],
  ["山田太郎", { first_name: "太郎", last_name: "山田" }],
  ["太郎 山田", { name: "山田太郎" }],
  ["Nguyễn Văn Đức", { name: "Duc Nguyen" }],
  ["Łukasz Sørensen", { name: "Lukasz Sorensen" }],
  ["Hēmi Doe", { name: "Hemi Doe" }]
])("a number of %s is read from an object with the name in another spelling: %j", (full_name, name) =>
  expect(person({ full_name, job_title: "CFO", contact: { ...name, mobile: MOBILE } })?.phones).toHaveLength(1)
)

it.each([
  ["Alice Smith", { name: "Al Smith" }],
  ["Mary Smith", { name: "Myra Smith" }],
  ["रमा शर्मा", { name: "राम शर्मा" }],
  ["山田太郎", { last_name: "山田", first_name: "花子" }],
  ["Jane Doe", { name: "Janed Oe Smith" }]
])("a number of another is not read in the record of %s: %j", (full_name, name) =>
  expect(person({ full_name, job_title: "CFO", contact: { ...name, mobile: MOBILE } })?.phones).toEqual([])
)

it.each([
  ["Acme", "Acme Pty Ltd"],
  ["Acme", "The Acme Company"],
  ["Dwyer's", "Dwyers"]
])("reads the number of the company %s beside its whole name %s", (name, whole) =>
  expect(company({ name, contact: { name: whole, mobile: MOBILE } })?.phone).toBe(MOBILE)
)

it.each(["Head office", "Sydney", "Bob Ray"])("reads the number of a company that is labelled %s", (name) =>
  expect(company({ phones: [{ name, number: OTHER }] })?.phone).toBe(OTHER)
)

it("reads no number of its owner as one of a company that has the owner's name", () => {
  const named = (contact: object) => company({ name: "Jane Doe Consulting", contact: { ...contact, mobile: MOBILE } })
  expect(named({ name: "Jane Doe" })?.phone).toBeNull()
  expect(named({ last_name: "Doe" })?.phone).toBeNull()
  expect(company({ name: "Jane Doe Pty Ltd", contact: { name: "Jane Doe", mobile: MOBILE } })?.phone).toBeNull()
  expect(named({ name: "Jane Doe consulting" })?.phone).toBe(MOBILE)
  expect(named({})?.phone).toBe(MOBILE)
})

it("reads no word in place of an address or a number, of a company neither", () => {
  const words = { email: "on request", emails: ["n/a"], phone: "N/A", mobile: "ask reception", phones: ["-", MOBILE] }
  expect(person(words)).toMatchObject({ emails: [], phones: [{ value: MOBILE }] })
  expect(company({ phone: "N/A" })).toMatchObject({ phone: null, phoneDoNotCall: null })
  expect(company({ phone: "13 CATS" })?.phone).toBe("13 CATS")
})

it("reads the number of a primary phone beside another", () =>
  expect(person({ phone: OTHER, primary_phone: MOBILE })?.phones).toHaveLength(2))

describe("do-not-call marks", () => {
  const marks = (fields: object) => person(fields)?.phones.map(({ doNotCall }) => doNotCall)

  it.each([
    [{ phones: { mobile: MOBILE, mobile_dnc: false, work: OTHER } }, [false, null]],
    [{ do_not_call: true, phones: { mobile: MOBILE, mobile_dnc: false, work: OTHER } }, [true, true]],
    [{ mobile: { number: MOBILE, dnc: false }, work_phone: { work: OTHER, dnc: true } }, [false, true]],
    [{ phones: { mobile: MOBILE, mobile_dnc: true, work: OTHER } }, [true, null]],
    [{ phones: { mobile: MOBILE, do_not_call: true, work: OTHER } }, [true, true]],
    [{ phones: { mobile: MOBILE, company: { number: OTHER, do_not_call: false } } }, [null]],
    [{ phones: [{ mobile_phone: MOBILE, do_not_call: false }, OTHER] }, [false, null]],
    [{ phones: { mobile_phone: MOBILE, work_phone: OTHER, do_not_call: false } }, [false, false]],
    [{ mobile_phone: MOBILE, primary_phone: { number: OTHER, do_not_call: false } }, [null, false]],
    [{ mobile_phone: MOBILE, job_phone: { number: OTHER, do_not_call: false } }, [null, false]],
    [{ mobile_phone: MOBILE, do_not_disturb_registry: true }, [true]],
    [{ mobile_phone: MOBILE, dnd_registry: "yes" }, [true]],
    [{ primary_phone: MOBILE, primary_phone_dnd: true }, [true]],
    [{ contact: { mobile: MOBILE, compliance: { dnc: true } } }, [true]],
    [{ details: { phones: [{ number: MOBILE }], compliance: { do_not_call: true } } }, [true]]
  ])("of %j are %j", (fields, expected) => expect(marks(fields)).toEqual(expected))
})

describe("the employer", () => {
  it.each([
    { account: { name: "Our workspace", plan: "pro", credits_remaining: 93 } },
    { account: "acc_123" },
    { employment: "Full-time" },
    { employment: { title: "CFO", status: "employed" } }
  ])("is not %j", (fields) => {
    expect(person(fields)?.company).toBeNull()
    expect(person({ ...fields, company_name: "Acme" })?.company?.name).toBe("Acme")
  })

  it("has the business number beside its name", () =>
    expect(person({ company_name: "Acme", abn: "51 824 753 556" })?.company?.abn).toBe("51824753556"))

  it("is not the service of a personal mailbox", () =>
    expect(person({ email: "jane@gmail.com", domain: "gmail.com" })?.company).toBeNull())
})

describe("a list", () => {
  it("of names or addresses gives the first, and not a name or an address that nobody has", () => {
    const sites = ["https://acme.example", "https://acme.com.au"]
    expect(company({ name: ["Acme", "Acme Pty Ltd"], website: sites, profile_url: sites })).toMatchObject({
      name: "Acme",
      website: sites[0],
      profileUrl: sites[0]
    })
  })

  it("is what an object of technologies has for each category", () =>
    expect(company({ technology: { crm: ["A", { name: "B" }], count: 4, name: "Stack" } })?.technologies).toEqual([
      "A",
      "B"
    ]))
})

it("does not take a job's or a request's field for a company's, nor a job's display name for a person's", () => {
  const jobs = { job_location: "Perth", job_phone: OTHER, job_url: "https://jobs.acme.example" }
  expect(company({ ...jobs, current_url: "https://api.provider.example/v1" })).toMatchObject({
    domain: null,
    location: null,
    phone: null,
    website: null
  })
  expect(company({ primary_contact: { name: "Jane", mobile: MOBILE } })?.phone).toBeNull()
  expect(person({ full_name: undefined, name: "Jane Doe", job_display_name: "Vice President" })?.name).toBe("Jane Doe")
})

it("reads a record of an unfinished response that has its addresses in an object", () =>
  expect(
    judgePerson({
      status: 202,
      body: { status: "pending", person: { full_name: "J", contact: { email: "j@a.example" } } }
    })
  ).toHaveProperty("_tag", "Match"))

it("reads a search's total that is written with separators", () => {
  const judgment = judgeSearch({ status: 200, body: { total: "1,234", people: [] } })
  expect(judgment).toMatchObject({ _tag: "Failure", cause: "unclear" })
})
