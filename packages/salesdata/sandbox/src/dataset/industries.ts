// Industries with words for company names and descriptions, size bands, and technologies.

export interface Industry {
  readonly name: string
  readonly weight: number
  readonly nouns: ReadonlyArray<string>
  readonly pitch: string
}

const industry = (name: string, weight: number, nouns: string, pitch: string): Industry => ({
  name,
  weight,
  nouns: nouns.split("|"),
  pitch
})

export const industries: ReadonlyArray<Industry> = [
  industry("Software", 16, "Software|Labs|Digital|Systems|Cloud", "Software for teams that work across the Tasman"),
  industry("Logistics", 9, "Logistics|Freight|Transport|Haulage", "Freight that arrives when we said it would"),
  industry("Construction", 10, "Constructions|Building Group|Civil|Projects", "Places built to outlast their plans"),
  industry(
    "Mining and Resources",
    6,
    "Resources|Minerals|Mining Services",
    "Careful extraction, honest rehabilitation"
  ),
  industry("Agriculture", 8, "Pastoral|Orchards|Agri|Dairy", "From paddock to port, season after season"),
  industry("Viticulture", 4, "Wines|Vineyards|Estate", "Cool-climate wine from old vines"),
  industry("Health Care", 9, "Health|Medical|Care|Clinics", "Care close to home"),
  industry("Financial Services", 8, "Capital|Finance|Advisory|Wealth", "Plain advice for complicated money"),
  industry("Renewable Energy", 6, "Energy|Solar|Wind|Power", "Sun, wind and water, all day long"),
  industry("Education", 5, "Learning|Education|Training", "Skills that turn into work"),
  industry("Hospitality", 6, "Hotels|Hospitality|Kitchens", "Rooms with a view and breakfast worth the trip"),
  industry("Retail", 7, "Outfitters|Retail|Homewares|Trading", "Good things, made well, sold fairly"),
  industry("Manufacturing", 7, "Engineering|Manufacturing|Fabrication", "Precision parts, made here"),
  industry("Marine", 4, "Marine|Seafood|Shipwrights", "Working harbours since before the bridge"),
  industry("Professional Services", 8, "Partners|Consulting|Associates", "Senior people, small teams, clear answers")
]

/** First words of company names: trees, birds, weather and coasts of both countries. */
export const companyRoots: ReadonlyArray<string> = `Harbourline|Banksia|Wattlebird|Ironbark|Jacaranda|Coolibah|
Currawong|Kōwhai|Pōhutukawa|Tūī|Rimu|Kererū|Mānuka|Tōtara|Pīwakawaka|Kākāpō|Saltbush|Redgum|Bluegum|Spinifex|
Lyrebird|Bowerbird|Kurrajong|Waratah|Bottlebrush|Lilly Pilly|Quandong|Brolga|Jabiru|Numbat|Bilby|Potoroo|Quoll|
Sandgroper|Outrigger|Breakwater|Headland|Longreef|Southerly|Nor'wester|Greenstone|Silver Fern|Long White Cloud|
Northpoint|Cape Byron|Barrier|Estuary|Tidewater|Lighthouse|Foreshore|Highcountry|Snowgum|Alpine Ash|Riverbend|
Billabong Creek|Stringybark|Paperbark|Moreton|Derwent|Tamar|Yarra Bend|Swan Valley|Torrens|Brindabella|
Kōkako|Rātā|Ponga|Toetoe|Kauri Point|Waitematā|Rangitoto|Tasman Bay|Fiordland|Otago Peak|Marlborough Sound`
  .replaceAll("\n", "")
  .split("|")

export interface SizeBand {
  readonly range: string
  readonly from: number
  readonly to: number
  readonly weight: number
}

export const sizeBands: ReadonlyArray<SizeBand> = [
  { range: "1-10", from: 2, to: 10, weight: 14 },
  { range: "11-50", from: 11, to: 50, weight: 26 },
  { range: "51-200", from: 51, to: 200, weight: 26 },
  { range: "201-500", from: 201, to: 500, weight: 14 },
  { range: "501-1000", from: 501, to: 1000, weight: 9 },
  { range: "1001-5000", from: 1001, to: 5000, weight: 7 },
  { range: "5001-10000", from: 5001, to: 10_000, weight: 2 },
  { range: "10001+", from: 10_001, to: 28_000, weight: 2 }
]

export const technologies: ReadonlyArray<string> = `PostgreSQL|MySQL|Redis|Kafka|Kubernetes|Docker|Terraform|
React|Vue|Svelte|TypeScript|Python|Java|Kotlin|Go|Rust|.NET|PHP|WordPress|Drupal|Matomo|Grafana|Prometheus|
OpenSearch|Nginx|HAProxy|Keycloak|Odoo|Metabase|Airflow|dbt|Spark|Moodle|Nextcloud|OpenTelemetry|RabbitMQ`
  .replaceAll("\n", "")
  .split("|")
