// Departments, the six seniority levels, and their job titles.

const seniorities = ["entry", "senior", "manager", "director", "vp", "c_suite"] as const
export type Seniority = (typeof seniorities)[number]

/** The frequency of each level, in the order of `seniorities`. */
export const seniorityWeights: ReadonlyArray<{ readonly seniority: Seniority; readonly weight: number }> = [
  { seniority: "entry", weight: 26 },
  { seniority: "senior", weight: 26 },
  { seniority: "manager", weight: 24 },
  { seniority: "director", weight: 13 },
  { seniority: "vp", weight: 6 },
  { seniority: "c_suite", weight: 5 }
]

export interface Department {
  readonly name: string
  readonly weight: number
  readonly titles: Readonly<Record<Seniority, ReadonlyArray<string>>>
  /** How people in the department describe their work, for headlines and the about text. */
  readonly craft: string
}

const department = (
  name: string,
  weight: number,
  craft: string,
  titles: readonly [string, string, string, string, string, string]
): Department => ({
  name,
  weight,
  craft,
  titles: {
    entry: titles[0].split("|"),
    senior: titles[1].split("|"),
    manager: titles[2].split("|"),
    director: titles[3].split("|"),
    vp: titles[4].split("|"),
    c_suite: titles[5].split("|")
  }
})

export const departments: ReadonlyArray<Department> = [
  department("Engineering", 18, "building dependable software", [
    "Software Engineer|Test Engineer|Data Engineer",
    "Senior Software Engineer|Senior Data Engineer|Staff Engineer",
    "Engineering Manager|Platform Manager",
    "Director of Engineering|Head of Platform",
    "Vice President of Engineering",
    "Chief Technology Officer"
  ]),
  department("Sales", 18, "growing long-term customer partnerships", [
    "Account Executive|Business Development Representative",
    "Senior Account Executive|Key Account Specialist",
    "Sales Manager|Regional Sales Manager",
    "Sales Director|Head of Sales",
    "Vice President of Sales",
    "Chief Revenue Officer"
  ]),
  department("Marketing", 13, "brands people remember", [
    "Marketing Coordinator|Content Writer",
    "Senior Marketing Specialist|Senior Brand Designer",
    "Marketing Manager|Campaign Manager",
    "Marketing Director|Head of Brand",
    "Vice President of Marketing",
    "Chief Marketing Officer"
  ]),
  department("Operations", 14, "making complex operations simple", [
    "Operations Coordinator|Supply Chain Analyst",
    "Senior Operations Analyst|Senior Logistics Planner",
    "Operations Manager|Site Manager",
    "Director of Operations|Head of Supply Chain",
    "Vice President of Operations",
    "Chief Operating Officer"
  ]),
  department("Finance", 11, "clear numbers and calm decisions", [
    "Accountant|Financial Analyst",
    "Senior Accountant|Senior Financial Analyst",
    "Finance Manager|Commercial Manager",
    "Finance Director|Financial Controller",
    "Vice President of Finance",
    "Chief Financial Officer"
  ]),
  department("Human Resources", 8, "workplaces people want to stay in", [
    "People Coordinator|Talent Acquisition Partner",
    "Senior People Partner|Senior Recruiter",
    "People and Culture Manager",
    "Director of People|Head of Talent",
    "Vice President of People",
    "Chief People Officer"
  ]),
  department("Product", 8, "products that solve the right problem", [
    "Product Analyst|Product Designer",
    "Senior Product Manager|Senior Product Designer",
    "Group Product Manager",
    "Director of Product|Head of Design",
    "Vice President of Product",
    "Chief Product Officer"
  ]),
  department("Information Technology", 6, "secure systems that stay out of the way", [
    "Systems Administrator|Service Desk Analyst",
    "Senior Network Engineer|Senior Security Analyst",
    "IT Manager|Infrastructure Manager",
    "Director of Information Technology",
    "Vice President of Technology",
    "Chief Information Officer"
  ]),
  department("Legal", 4, "practical advice on contracts and privacy", [
    "Paralegal|Compliance Analyst",
    "Senior Legal Counsel",
    "Legal Manager|Compliance Manager",
    "General Counsel|Head of Risk",
    "Vice President of Legal",
    "Chief Legal Officer"
  ])
]
