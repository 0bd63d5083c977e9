import type { Page } from '@playwright/test'

export const WALLET = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'

/** Saves the member's wallet address through the form. */
export async function setWallet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Wallet Address (TRC20)').fill(WALLET)
  await page.getByRole('button', { name: 'Save' }).click()
}
