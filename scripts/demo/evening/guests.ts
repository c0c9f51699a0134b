/** A person of the demo. Phone numbers are from the ranges that their countries reserve for fiction. */
export interface DemoPerson {
  name: string
  /** Digits with the calling code. */
  phone: string
}

export const OWNER: DemoPerson = { name: 'Mara Lindqvist', phone: '12025550142' }

export const GUESTS: readonly DemoPerson[] = [
  { name: 'Tomás Ferreira', phone: '12125550143' },
  { name: 'Noor El Amrani', phone: '33639980112' },
  { name: 'Aoife Brennan', phone: '353209100021' },
  { name: 'Kwame Mensah', phone: '447700900123' },
  { name: 'Yuki Tanaka', phone: '61491570156' },
  { name: 'Priya Raman', phone: '447700900456' },
  { name: 'Lukas Lindqvist', phone: '46701740611' },
  { name: 'Ingrid Lindqvist', phone: '46701740622' },
  { name: 'Camille Laurent', phone: '33639980245' },
  { name: 'Diego Morales', phone: '13055550178' },
  { name: 'Zofia Kowalska', phone: '353209100075' },
  { name: 'Marcus Bell', phone: '15035550164' },
]
