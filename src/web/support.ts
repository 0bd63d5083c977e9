// How members reach the people behind the product. One place, so that an installation sets its own.

export const support = {
  email: 'support@twofold.example',
  channels: [
    { name: 'Telegram', handle: '@twofold', url: 'https://telegram.twofold.example' },
    { name: 'WhatsApp', handle: 'Twofold support', url: 'https://whatsapp.twofold.example' },
  ],
  hours: [
    { days: 'Mon-Fri', times: '9:00 AM-6:00 PM' },
    { days: 'Sat', times: '10:00 AM-4:00 PM' },
    { days: 'Sun', times: 'closed' },
  ],
} as const
