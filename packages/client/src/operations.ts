// Written by `npm run openapi`.

export interface components {
    schemas: {
        /** @description Why a call failed (RFC 9457). */
        Problem: {
            /** @description Always `about:blank`: `code` identifies the problem. */
            type: string;
            /** @description The meaning of the status. */
            title: string;
            /** @description The HTTP status, repeated. */
            status: number;
            /** @description What went wrong and what to do, as an English sentence to show. */
            detail: string;
            /** @description Identifies the problem. Stable, for programs. */
            code: string;
            /** @description The id of the request. Quote it when you ask for help. */
            request_id: string;
            /** @description `detail` by its code, for clients that translate. Its code can be narrower than `code`. */
            text?: components["schemas"]["Text"];
            /** @description What is wrong with each field. Each list is also a member under the field’s own name. */
            errors?: {
                [key: string]: string[];
            };
            /** @description `errors` by their codes, for clients that translate. */
            issues?: {
                [key: string]: components["schemas"]["Text"][];
            };
            /**
             * @description Only of deposit verification: always false.
             * @constant
             */
            success?: false;
            /** @description Only of deposit verification: the same sentence as `detail`. */
            error?: string;
            /** @description Only of deposit verification: the same sentence as `detail`. */
            message?: string | string[];
            /** @description Only of `amount_mismatch`: the figures. */
            display?: {
                /** @description What the request asked for, with its unit. */
                expected: string;
                /** @description What was received, with its unit. */
                received: string;
                /** @description What that is worth, as a sentence. */
                conversion: string;
                /** @description `conversion` by its code. */
                conversion_text: components["schemas"]["Text"];
                /** @description The amounts in the coin’s smallest unit: sun for TRX, millionths for USDT. */
                sun_values: {
                    /** @description Asked for, as an integer. */
                    expected: string;
                    /** @description Received, as an integer. */
                    received: string;
                    /** @description Received minus asked for, as an integer. */
                    difference: string;
                };
            };
            /** @description Only of `confirming`: blocks that confirm the payment so far. */
            confirmations?: number;
            /** @description Only of `confirming`: blocks needed. */
            required?: number;
            /** @description Only of `resend_too_soon`: when to try again. */
            next_allowed_at?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description A change to an operator’s access, decided by another admin. */
        AccessChange: {
            /** @description The request’s id. Digits in a string. */
            id: string;
            /**
             * @description `add` a new operator, change a `role`, `reset` password and second factors, or `disable`.
             * @enum {string}
             */
            kind: "add" | "role" | "reset" | "disable";
            /** @description The operator to change. */
            username: string;
            /**
             * @description The new role; null if the change has none.
             * @enum {string|null}
             */
            role: "support" | "finance" | "admin" | null;
            /** @description Why. */
            reason: string;
            /**
             * @description The decision so far. `stage`, where there is one, says more.
             * @enum {string}
             */
            status: "pending" | "approved" | "rejected";
            /** @description The admin who asked. */
            requested_by: string;
            /**
             * Format: date-time
             * @description When it was requested. An ISO 8601 time in UTC.
             */
            requested_at: string;
            /** @description The admin who decided; null while pending. */
            decided_by: string | null;
            /**
             * Format: date-time
             * @description When it was decided; null while pending. An ISO 8601 time in UTC.
             */
            decided_at: string | null;
        };
        /** @description An event in a member’s account. */
        Activity: {
            /** @description The entry’s id. */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "joined" | "referral_joined" | "deposit_seen" | "deposit_credited" | "profile_activated" | "reward_level1" | "reward_level2" | "sponsor_bonus" | "board_completed" | "upgraded" | "reentered" | "withdrawal_requested" | "withdrawal_sent" | "withdrawal_rejected" | "withdrawal_cancelled" | "adjustment" | "security";
            /** @description The title, in English. */
            title: string;
            /** @description `title` by its code, for clients that translate it. */
            title_text: components["schemas"]["Text"];
            /** @description One sentence about it, in English. */
            detail: string;
            /** @description `detail` by its code, for clients that translate it. */
            text: components["schemas"]["Text"];
            /** @description How much; null if no money moved. A decimal string, negative if staff took it. */
            amount: string | null;
            /** @description The unit of the amount: USD, TRX, or USDT; null without one. */
            asset: string | null;
            /**
             * Format: date-time
             * @description When it happened. An ISO 8601 time in UTC.
             */
            created_at: string;
            /** @description The web app’s page with details; null if there is none. */
            link: string | null;
        };
        /** @description An activity, with the record it comes from. */
        ActivityEntry: {
            /** @description The entry’s id. */
            id: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            type: "joined" | "referral_joined" | "deposit_seen" | "deposit_credited" | "profile_activated" | "reward_level1" | "reward_level2" | "sponsor_bonus" | "board_completed" | "upgraded" | "reentered" | "withdrawal_requested" | "withdrawal_sent" | "withdrawal_rejected" | "withdrawal_cancelled" | "adjustment" | "security";
            /** @description The title, in English. */
            title: string;
            /** @description `title` by its code, for clients that translate it. */
            title_text: components["schemas"]["Text"];
            /** @description One sentence about it, in English. */
            detail: string;
            /** @description `detail` by its code, for clients that translate it. */
            text: components["schemas"]["Text"];
            /** @description How much; null if no money moved. A decimal string, negative if staff took it. */
            amount: string | null;
            /** @description The unit of the amount: USD, TRX, or USDT; null without one. */
            asset: string | null;
            /**
             * Format: date-time
             * @description When it happened. An ISO 8601 time in UTC.
             */
            created_at: string;
            /** @description The web app’s page with details; null if there is none. */
            link: string | null;
            /** @description The record that the entry comes from. */
            about: {
                /**
                 * @description The kind of record.
                 * @enum {string}
                 */
                kind: "journal" | "seat" | "profile" | "deposit" | "transfer" | "withdrawal" | "member" | "security";
                /** @description The record’s id. */
                id: string;
            };
        };
        /** @description A correction of a wallet by staff. */
        Adjustment: {
            /** @description The adjustment’s id. Digits in a string. */
            id: string;
            /** @description The member it is for. */
            username: string;
            /** @description The amount added to the wallet; negative if taken out. In US dollars: a decimal string of 2 to 6 decimals. */
            amount: string;
            /** @description Why. */
            reason: string;
            /**
             * @description The decision so far. `stage`, where there is one, says more.
             * @enum {string}
             */
            status: "pending" | "approved" | "rejected";
            /** @description Who requested it. */
            requested_by: string;
            /**
             * Format: date-time
             * @description When it was requested. An ISO 8601 time in UTC.
             */
            requested_at: string;
            /** @description Who approved it; null if nobody has. */
            approved_by: string | null;
            /**
             * Format: date-time
             * @description When it was approved; null if it wasn’t. An ISO 8601 time in UTC.
             */
            approved_at: string | null;
            /** @description Who rejected it; null if nobody has. */
            rejected_by: string | null;
            /**
             * Format: date-time
             * @description When it was rejected; null if it wasn’t. An ISO 8601 time in UTC.
             */
            rejected_at: string | null;
            /** @description Why it was rejected; null if it wasn’t. */
            reject_reason: string | null;
            /** @description Whether one operator decided alone, within their own limit. */
            alone: boolean;
        };
        /** @description The amount one operator can adjust alone. */
        AdjustmentLimit: {
            /** @description What you can still adjust alone for this member. In US dollars: a decimal string of 2 to 6 decimals. */
            left: string;
            /** @description The limit for one member within 24 hours. In US dollars: a decimal string of 2 to 6 decimals. */
            member_limit: string;
            /** @description The limit for all members within 24 hours. In US dollars: a decimal string of 2 to 6 decimals. */
            day_limit: string;
        };
        /** @description A figure that triggers an email to staff when it crosses its limit. */
        Alert: {
            /** @description The alert’s name. */
            name: string;
            /** @description What it means. */
            text: string;
            /** @description The unit of limit and value. */
            unit: string;
            /**
             * @description The side of the limit that triggers the alert.
             * @enum {string}
             */
            alarms: "above" | "below";
            /** @description Whether it is on. */
            enabled: boolean;
            /** @description The limit, as a decimal string. */
            limit: string;
            /** @description The latest value, as a decimal string; null before the first. */
            value: string | null;
            /**
             * Format: date-time
             * @description Since when it is over the limit; null if it isn’t. An ISO 8601 time in UTC.
             */
            crossed_since: string | null;
            /**
             * Format: date-time
             * @description When we last emailed about it; null if never. An ISO 8601 time in UTC.
             */
            mailed_at: string | null;
            /**
             * Format: date-time
             * @description When it was last checked; null if never. An ISO 8601 time in UTC.
             */
            checked_at: string | null;
            /** @description A change that takes effect once another admin requests the same; null if none. */
            pending: {
                /** @description Whether the alert would be on. */
                enabled: boolean;
                /** @description The new limit. */
                limit: string;
                /** @description Who asked. */
                by: string;
                /**
                 * Format: date-time
                 * @description When they requested it. An ISO 8601 time in UTC.
                 */
                at: string;
            } | null;
        };
        /** @description Transactions whose memo contains a day’s checkpoint. */
        Anchors: {
            /** @description Up to 400 transactions, newest first. */
            results: {
                /** @description The day of the sheet. */
                day: string;
                /**
                 * @description Whether it is in a final block.
                 * @enum {string}
                 */
                state: "stored" | "confirmed" | "failed" | "expired";
                /** @description The transaction’s id. */
                txid: string;
                /** @description Its final block; null before it has one. */
                block: number | null;
                /** @description The log’s name, size, and root. */
                memo: string;
            }[];
        };
        /** @description A key that lets a program call the console’s API. */
        ApiKey: {
            /** @description The key’s id. Digits in a string. */
            id: string;
            /** @description What it is for. */
            name: string;
            /**
             * @description The key’s role. The key can do what an operator with this role can do without a step-up.
             * @enum {string}
             */
            role: "support" | "finance" | "admin";
            /**
             * Format: date-time
             * @description When it was added. An ISO 8601 time in UTC.
             */
            created_at: string;
            /** @description The operator who added it. */
            created_by: string;
            /**
             * Format: date-time
             * @description When it expires. An ISO 8601 time in UTC.
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description When it was last used, to the minute; null if never. An ISO 8601 time in UTC.
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description When it was revoked; null if it isn’t. An ISO 8601 time in UTC.
             */
            revoked_at: string | null;
            /** @description Who revoked it; null if nobody did. */
            revoked_by: string | null;
        };
        /** @description A new key. */
        ApiKeyWithSecret: {
            api_key: components["schemas"]["ApiKey"];
            /** @description The key itself: send it as `Authorization: Bearer …`. It is shown only here. */
            secret: string;
        };
        /** @description An approved change, with your half of a password. */
        ApprovedAccessChange: {
            /** @description The request’s id. Digits in a string. */
            id: string;
            /**
             * @description `add` a new operator, change a `role`, `reset` password and second factors, or `disable`.
             * @enum {string}
             */
            kind: "add" | "role" | "reset" | "disable";
            /** @description The operator to change. */
            username: string;
            /**
             * @description The new role; null if the change has none.
             * @enum {string|null}
             */
            role: "support" | "finance" | "admin" | null;
            /** @description Why. */
            reason: string;
            /**
             * @description The decision so far. `stage`, where there is one, says more.
             * @enum {string}
             */
            status: "pending" | "approved" | "rejected";
            /** @description The admin who asked. */
            requested_by: string;
            /**
             * Format: date-time
             * @description When it was requested. An ISO 8601 time in UTC.
             */
            requested_at: string;
            /** @description The admin who decided; null while pending. */
            decided_by: string | null;
            /**
             * Format: date-time
             * @description When it was decided; null while pending. An ISO 8601 time in UTC.
             */
            decided_at: string | null;
            /** @description The second half of the first password, shown only now; null if the change has none. */
            second_password_half: string | null;
        };
        /** @description The result of checking the audit log. */
        AuditCheck: {
            /** @description Whether the whole chain of hashes is intact. */
            ok: boolean;
            /**
             * Format: date-time
             * @description When the check ran. An ISO 8601 time in UTC.
             */
            checked_at: string;
            /** @description How many entries were checked. */
            entries: number;
            /** @description The first entry whose hash doesn’t match; null if all do. */
            broken_at: string | null;
            /** @description The hash of the newest entry. Store it elsewhere to detect a truncated log. */
            head: string;
        };
        /** @description A change made by an operator. */
        AuditEntry: {
            /** @description The entry’s number, counting up. Digits in a string. */
            id: string;
            /**
             * Format: date-time
             * @description When it happened. An ISO 8601 time in UTC.
             */
            at: string;
            /** @description Who did it. */
            operator: string;
            /** @description What they did. */
            action: string;
            /** @description What they did it to. */
            object: string;
            /** @description The object before the change, or null. */
            before: unknown;
            /** @description The object after the change, or null. */
            after: unknown;
            /** @description The reason they gave; null where none is asked for. */
            reason: string | null;
            /** @description SHA-256 of this entry and the previous hash, in hexadecimal. */
            hash: string;
        };
        /** @description The board of one of your seats. */
        Board: {
            /** @description The profile’s public id: two letters for the plan, then eight characters. */
            profile_id: string;
            /** @description The plan and its prices. */
            plan: {
                /** @description The plan’s name. */
                name: string;
                /** @description The catalog version with its prices. */
                version: string;
            };
            /** @description Whether the profile holds a seat. */
            active: boolean;
            /** @description What the seat cost; null before activation and for an imported seat. In US dollars: a decimal string of 2 to 6 decimals. */
            fee: string | null;
            /** @description What the taken positions have paid. In US dollars: a decimal string of 2 to 6 decimals. */
            earned: string;
            /** @description What the empty positions would pay under the current catalog. In US dollars: a decimal string of 2 to 6 decimals. */
            missing: string;
            /** @description How many of the six positions are taken. */
            filled: number;
            /**
             * Format: date-time
             * @description When the board was complete; null before. An ISO 8601 time in UTC.
             */
            completed_at: string | null;
            /** @description The progress of similar boards; null for a complete board and before activation. */
            odds: components["schemas"]["BoardOdds"] | null;
            /** @description The six positions. */
            positions: {
                /**
                 * @description The position: L and R directly below, the others below those.
                 * @enum {string}
                 */
                position: "L" | "R" | "LL" | "LR" | "RL" | "RR";
                /** @description The profile there; null if it is free. */
                profile_id: string | null;
                /** @description Its owner; null if it is free. */
                username: string | null;
                /**
                 * Format: date-time
                 * @description When it was taken; null if it is free. An ISO 8601 time in UTC.
                 */
                taken_at: string | null;
                /** @description What the position has paid, or would pay if it is free. In US dollars: a decimal string of 2 to 6 decimals. */
                amount: string;
                /** @description Whether it has been paid to you; false if the seat there was imported. */
                paid: boolean;
            }[];
            /** @description The profiles that the complete board created. */
            next: {
                /** @description The profile’s public id: two letters for the plan, then eight characters. */
                profile_id: string;
                /** @description The new profile’s plan. */
                plan: string;
                /**
                 * @description The next plan, or Bronze again.
                 * @enum {string}
                 */
                kind: "upgrade" | "reentry";
                /** @description Whether it holds a seat. */
                active: boolean;
                /** @description What its seat costs. In US dollars: a decimal string of 2 to 6 decimals. */
                fee: string;
            }[];
        };
        /** @description The progress of similar boards. */
        BoardOdds: {
            /** @description How many positions of your board are taken. */
            level: number;
            /** @description The number of days it has had that many. */
            days: number;
            /** @description The number of the plan’s boards in the last four quarters that had as many positions for as long. */
            of: number;
            /** @description Completion after a number of days; empty while fewer than 30 boards are at least that old. */
            within: {
                /** @description After how many days. */
                days: number;
                /** @description The number out of a thousand that were complete by then. */
                share: number;
                /** @description The low end of the 95% interval. */
                low: number;
                /** @description The high end of the 95% interval. */
                high: number;
                /** @description The number of boards that are at least that old. */
                at_risk: number;
            }[];
        };
        /** @description Board statistics. */
        BoardOutcomes: {
            /** @description The version of the format. */
            v: number;
            /** @description Each plan. */
            plans: {
                /** @description The plan. */
                plan: string;
                /** @description Boards of members. */
                boards: number;
                /** @description Boards that are complete. */
                complete: number;
                /** @description Kaplan–Meier estimates for 7, 30, 90, 180, and 365 days. Null: too few boards to know yet. */
                curve: ({
                    /** @description Days after the seat was taken. */
                    days: number;
                    /** @description Boards in thousandths that are complete by then. */
                    share: number;
                    /** @description The low end of the 95% interval, in thousandths. */
                    low: number;
                    /** @description The high end of the 95% interval, in thousandths. */
                    high: number;
                    /** @description Boards that were open at least as long. */
                    at_risk: number;
                } | null)[];
                /** @description Boards with 0 to 6 positions taken. */
                by_level: number[];
                /** @description Days after which half were complete; null while most aren’t. */
                median_days: number | null;
                /** @description The maximum number of boards that all taken seats can complete. */
                most_complete: number;
                /** @description The minimum number of seats that would complete all open boards. */
                more_places: number;
                /** @description The same by the quarter in which the seat was taken. */
                quarters: {
                    /** @description When the seat was taken. */
                    quarter: string;
                    /** @description Boards of members. */
                    boards: number;
                    /** @description Boards that are complete. */
                    complete: number;
                    /** @description Kaplan–Meier estimates for 7, 30, 90, 180, and 365 days. Null: too few boards to know yet. */
                    curve: ({
                        /** @description Days after the seat was taken. */
                        days: number;
                        /** @description Boards in thousandths that are complete by then. */
                        share: number;
                        /** @description The low end of the 95% interval, in thousandths. */
                        low: number;
                        /** @description The high end of the 95% interval, in thousandths. */
                        high: number;
                        /** @description Boards that were open at least as long. */
                        at_risk: number;
                    } | null)[];
                }[];
            }[];
        };
        /** @description A version of the plan catalog. */
        Catalog: {
            /** @description The version’s number. */
            version: string;
            /** @description Whether new profiles get these prices. */
            in_force: boolean;
            /** @description What the version changes. */
            note: string;
            /** @description Who created it. */
            created_by: string;
            /**
             * Format: date-time
             * @description When it came into force. An ISO 8601 time in UTC.
             */
            created_at: string;
            /** @description The five plans with their prices. */
            plans: components["schemas"]["Plan"][];
        };
        /** @description A draft of a plan catalog version. */
        CatalogDraft: {
            /** @description The draft’s id. Digits in a string. */
            id: string;
            /** @description The version it started from. */
            base_version: string;
            /** @description What the draft changes. */
            note: string;
            /** @description Counts changes. Decisions name the revision they saw. */
            revision: number;
            /**
             * @description `draft`: being edited. `proposed`: waiting for approval. `approved`: waiting for its start. `published`: in the catalog. `discarded`: given up.
             * @enum {string}
             */
            state: "draft" | "proposed" | "approved" | "published" | "discarded";
            /** @description The rule that the draft breaks; null if it is sound. */
            unsound: string | null;
            /** @description The five plans as they would be. */
            plans: components["schemas"]["Plan"][];
            /** @description Who started it. */
            created_by: string;
            /**
             * Format: date-time
             * @description When it was started. An ISO 8601 time in UTC.
             */
            created_at: string;
            /** @description Who changed it last. */
            changed_by: string;
            /**
             * Format: date-time
             * @description When it was last changed. An ISO 8601 time in UTC.
             */
            changed_at: string;
            /** @description Who proposed it; null before. */
            proposed_by: string | null;
            /**
             * Format: date-time
             * @description When it was proposed; null before. An ISO 8601 time in UTC.
             */
            proposed_at: string | null;
            /**
             * Format: date-time
             * @description When it should come into force; null before it is proposed. An ISO 8601 time in UTC.
             */
            starts_at: string | null;
            /** @description Who approved it; null before. */
            approved_by: string | null;
            /**
             * Format: date-time
             * @description When it was approved; null before. An ISO 8601 time in UTC.
             */
            approved_at: string | null;
            /** @description The catalog version it became; null before. */
            version: string | null;
        };
        /** @description Who is working on one item of a queue. */
        Claim: {
            /** @description The queue of the item. */
            queue: string;
            /** @description The id of the item. Digits in a string. */
            id: string;
            /** @description Who is working on it; null if nobody is. */
            operator: string | null;
            /**
             * Format: date-time
             * @description When the claim expires; null if nobody has one. An ISO 8601 time in UTC.
             */
            ends_at: string | null;
        };
        /** @description Whether the account can be closed, and the state of the request. */
        Closing: {
            /** @description The wallet’s balance. In US dollars: a decimal string of 2 to 6 decimals. */
            wallet_balance: string;
            /** @description The amount on hold for withdrawals. In US dollars: a decimal string of 2 to 6 decimals. */
            withdrawing: string;
            /**
             * @description Transfers to the member that aren’t in the wallet yet.
             * @default 0
             */
            deposits_coming: number;
            /** @description Whether the account can be closed now. */
            possible: boolean;
            /**
             * Format: date-time
             * @description How long the emailed link works; null without one. An ISO 8601 time in UTC.
             */
            asked_until: string | null;
            /** @description For how many days support reopens the account on request. */
            reopen_days: number;
        };
        /** @description Our coins on chain and in the ledger, and our debts. */
        CustodyReport: {
            /** @description The balances by coin. */
            coins: {
                /**
                 * @description The coin on the TRON network: TRX, or USDT as a TRC-20 token.
                 * @enum {string}
                 */
                asset: "TRX" | "USDT";
                /** @description Our addresses’ balance at the last reading; null before the first one. In whole coins: a decimal string of up to 6 decimals. */
                on_chain: string | null;
                /** @description The balance according to the ledger. In whole coins: a decimal string of up to 6 decimals. */
                in_ledger: string;
                /** @description The part that belongs to unmatched transfers. In whole coins: a decimal string of up to 6 decimals. */
                unattributed: string;
                /** @description What the coins are worth now; null without a rate. In US dollars: a decimal string of 2 to 6 decimals. */
                value_usd: string | null;
            }[];
            /** @description Our total debt to members. In US dollars: a decimal string of 2 to 6 decimals. */
            owed: string;
            /** @description The current value of all our coins; null without a rate. In US dollars: a decimal string of 2 to 6 decimals. */
            value_usd: string | null;
            /** @description Whether the coins cover our debts; null if unknown. */
            solvent: boolean | null;
            /**
             * Format: date-time
             * @description The oldest reading that `on_chain` includes; null before the first. An ISO 8601 time in UTC.
             */
            checked_since: string | null;
            /** @description Why payouts are paused; empty if they aren’t. */
            pauses: {
                /** @description The kind of pause. */
                reason: string;
                /** @description What happened, in words. */
                detail: string;
                /**
                 * Format: date-time
                 * @description Since when. An ISO 8601 time in UTC.
                 */
                since: string;
            }[];
            /** @description Withdrawals that can’t be paid at the moment. */
            troubles: {
                /** @description The withdrawal’s id. */
                withdrawal: string;
                /** @description What happened, in words. */
                detail: string;
                /**
                 * Format: date-time
                 * @description Since when. An ISO 8601 time in UTC.
                 */
                since: string;
            }[];
            /** @description Outgoing transactions of our wallets that we didn’t make. */
            unexplained: {
                /** @description The transaction. */
                transaction_hash: string;
                /** @description What happened, in words. */
                detail: string;
                /**
                 * Format: date-time
                 * @description When we found it. An ISO 8601 time in UTC.
                 */
                found_at: string;
            }[];
            /** @description Addresses whose balance differs from the ledger. */
            differences: {
                /** @description The address. */
                address: string;
                /** @description Its TRX. */
                trx: {
                    /** @description On chain. In whole coins: a decimal string of up to 6 decimals. */
                    on_chain: string;
                    /** @description By the ledger. In whole coins: a decimal string of up to 6 decimals. */
                    in_ledger: string;
                };
                /** @description Its USDT. */
                usdt: {
                    /** @description On chain. In whole coins: a decimal string of up to 6 decimals. */
                    on_chain: string;
                    /** @description By the ledger. In whole coins: a decimal string of up to 6 decimals. */
                    in_ledger: string;
                };
                /**
                 * Format: date-time
                 * @description When the difference was first seen. An ISO 8601 time in UTC.
                 */
                since: string;
            }[];
            /** @description The progress of reconciliation with the chain. */
            reconciliation: {
                /** @description All deposit addresses. */
                addresses: number;
                /** @description Addresses that the current pass has read. */
                compared: number;
                /**
                 * Format: date-time
                 * @description When the current pass started; null before the first one. An ISO 8601 time in UTC.
                 */
                pass_started_at: string | null;
                /**
                 * Format: date-time
                 * @description When the last pass finished; null before the first one. An ISO 8601 time in UTC.
                 */
                last_pass_finished_at: string | null;
                /** @description Addresses whose balance differs from the ledger. */
                differing: number;
                /** @description Addresses to read again after a transfer; 10,000 means at least that many. */
                queued: number;
                /** @description Addresses that the nodes can’t read; 10,000 means at least that many. */
                unanswered: number;
            };
            /** @description The maximum balance of the hot wallet. In US dollars: a decimal string of 2 to 6 decimals. */
            float_limit_usd: string;
            /** @description Whether members can be paid in USDT. */
            usdt_payouts: boolean;
            /** @description The live rate; null while there is none. */
            rate: {
                /** @description The price of TRX. US dollars per coin: a decimal string of up to 8 decimals. */
                rate: string;
                /**
                 * Format: date-time
                 * @description When it was last confirmed. An ISO 8601 time in UTC.
                 */
                as_of: string;
                /** @description The markets whose median it is. */
                sources: string[];
            } | null;
            /** @description The markets we query. */
            rate_sources: {
                /** @description The market. */
                name: string;
                /** @description Its price of TRX; null if it gave none. US dollars per coin: a decimal string of up to 8 decimals. */
                rate: string | null;
                /**
                 * Format: date-time
                 * @description When we last queried it. An ISO 8601 time in UTC.
                 */
                asked_at: string;
                /** @description What went wrong; empty if nothing did. */
                trouble: string;
            }[];
            /** @description The TRON nodes, as seen by the responding process. */
            nodes: {
                /** @description The node’s host. */
                host: string;
                /** @description Whether we use this node. */
                usable: boolean;
                /** @description What is wrong with it; null if nothing is. */
                trouble: string | null;
                /** @description The newest final block it knows. */
                solid_block: number;
            }[];
        };
        /** @description The result for one withdrawal of a batch. */
        DecidedWithdrawal: {
            /** @description The withdrawal’s id. Digits in a string. */
            id: string;
            /** @description Whether it was approved. After `outcome_unknown`, it may have been. */
            done: boolean;
            /** @description The refusal’s code; null if approved. */
            code: string | null;
            /** @description The refusal as a sentence; null if approved. */
            detail: string | null;
            /** @description Its state now; null if it doesn’t exist or couldn’t be read. */
            withdrawal: components["schemas"]["OperatorWithdrawal"] | null;
        };
        /** @description A deposit announced by a member, with a locked rate. */
        Deposit: {
            /** @description The request’s numeric id. Digits in a string. */
            id: string;
            /** @description The request’s public id. */
            request_id: string;
            /** @description The amount for the wallet: the requested one, or the credited one. In US dollars: a decimal string of 2 to 6 decimals. */
            amount: string;
            /** @description The requested amount for the wallet. In US dollars: a decimal string of 2 to 6 decimals. */
            requested_amount: string;
            /** @description The deposit fee, paid on top. In US dollars: a decimal string of 2 to 6 decimals. */
            fee_amount: string;
            /** @description Requested amount and fee together. In US dollars: a decimal string of 2 to 6 decimals. */
            total_amount: string;
            /** @description The amount to send. In whole coins: a decimal string of up to 6 decimals. */
            crypto_amount: string;
            /**
             * @description The coin on the TRON network: TRX, or USDT as a TRC-20 token.
             * @enum {string}
             */
            cryptocurrency: "TRX" | "USDT";
            /** @description The rate locked for this request; 1 for USDT. US dollars per coin: a decimal string of up to 8 decimals. */
            rate: string;
            /**
             * @description The received amount; null before it is credited. In whole coins: a decimal string of up to 6 decimals.
             * @default null
             */
            received_amount: string | null;
            /**
             * @description The rate of the credit: the locked one, or that of the payment’s block if the payment didn’t match. Null before it is credited. US dollars per coin: a decimal string of up to 8 decimals.
             * @default null
             */
            credited_rate: string | null;
            /**
             * @description The coin, as shown to members.
             * @enum {string}
             */
            payment_method: "TRX (TRC20)" | "USDT (TRC20)";
            /** @description The `request_id`; once credited, the transaction. */
            payment_details: string;
            /**
             * @description The decision so far. `stage`, where there is one, says more.
             * @enum {string}
             */
            status: "pending" | "approved" | "rejected";
            /**
             * @description `awaiting_payment`: nothing received. `seen` and `confirming`: on the network, not final yet. `mismatch`: received, but not the amount asked for. `credited`: in the wallet. `expired` and `replaced`: closed without a payment.
             * @enum {string}
             */
            stage: "awaiting_payment" | "seen" | "confirming" | "mismatch" | "credited" | "expired" | "replaced";
            /** @description Blocks that confirm the payment so far. */
            confirmations: number;
            /** @description Blocks needed before it is credited. */
            required: number;
            /** @description The address to pay to: the member’s own TRON address. */
            wallet_address: string;
            /**
             * Format: date-time
             * @description When the request was made. An ISO 8601 time in UTC.
             */
            request_date: string;
            /**
             * Format: date-time
             * @description Until when the rate is locked. An ISO 8601 time in UTC.
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description When the request was closed; null while it is open. An ISO 8601 time in UTC.
             */
            processed_date: string | null;
            /** @description The paying transaction; null before one is seen. */
            transaction_hash: string | null;
        };
        /** @description A payment was added to a member’s wallet. */
        DepositCreditedEvent: {
            /** @description The event’s id. Repeats have the same one, so use it to ignore what you have seen. */
            id: string;
            /**
             * @description The version of this shape.
             * @constant
             */
            version: 1;
            /** @description Counts up, with gaps. A later event has a higher number. */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened. An ISO 8601 time in UTC.
             */
            created_at: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "deposit.credited";
            member: components["schemas"]["WebhookMember"];
            /** @description What it is about. */
            data: {
                /** @description The transfer’s id. Digits in a string. */
                id: string;
                /** @description The credited amount. In US dollars: a decimal string of 2 to 6 decimals. */
                amount: string;
                /** @description The deposit fee. In US dollars: a decimal string of 2 to 6 decimals. */
                fee_amount: string;
                /**
                 * @description The coin that was paid.
                 * @enum {string}
                 */
                coin: "TRX" | "USDT";
                /** @description The received amount. In whole coins: a decimal string of up to 6 decimals. */
                crypto_amount: string;
                /** @description The TRON transaction, 64 hexadecimal digits. */
                transaction_hash: string;
            };
        };
        /** @description The security event of a “this wasn’t me” link. */
        Dispute: {
            /**
             * @description What the email reported.
             * @enum {string}
             */
            kind: "email_asked" | "email_changed" | "password_changed" | "password_reset" | "wallet_changed" | "totp_enabled" | "totp_disabled" | "passkey_added" | "passkey_removed" | "passkey_copied" | "new_device" | "session_copied" | "recovery_code" | "wrong_code" | "factor_locked";
            /**
             * Format: date-time
             * @description When it happened. An ISO 8601 time in UTC.
             */
            happened_at: string;
            /**
             * Format: date-time
             * @description Until when the link works. An ISO 8601 time in UTC.
             */
            expires_at: string;
        };
        /** @description What a member earned in a period. */
        Earnings: {
            /**
             * @description The length of a step.
             * @enum {string}
             */
            by: "day" | "week" | "month";
            /**
             * Format: date-time
             * @description The start of the period. An ISO 8601 time in UTC.
             */
            from: string;
            /**
             * Format: date-time
             * @description The end of the period, itself excluded. An ISO 8601 time in UTC.
             */
            to: string;
            /** @description The whole period. */
            total: {
                /** @description The earned amount. In US dollars: a decimal string of 2 to 6 decimals. */
                amount: string;
                /** @description The number of rewards. */
                count: number;
            };
            /** @description Every step of the period, including empty ones. */
            periods: {
                /** @description For activations directly below your seats. */
                reward_level1: {
                    /** @description The earned amount. In US dollars: a decimal string of 2 to 6 decimals. */
                    amount: string;
                    /** @description The number of rewards. */
                    count: number;
                };
                /** @description For activations two levels below your seats. */
                reward_level2: {
                    /** @description The earned amount. In US dollars: a decimal string of 2 to 6 decimals. */
                    amount: string;
                    /** @description The number of rewards. */
                    count: number;
                };
                /** @description For activations of members you sponsored. */
                sponsor_bonus: {
                    /** @description The earned amount. In US dollars: a decimal string of 2 to 6 decimals. */
                    amount: string;
                    /** @description The number of rewards. */
                    count: number;
                };
                /**
                 * Format: date-time
                 * @description The start of the step. An ISO 8601 time in UTC.
                 */
                start: string;
            }[];
            /** @description The same by the plan of the activated profile. */
            plans: {
                /** @description For activations directly below your seats. */
                reward_level1: {
                    /** @description The earned amount. In US dollars: a decimal string of 2 to 6 decimals. */
                    amount: string;
                    /** @description The number of rewards. */
                    count: number;
                };
                /** @description For activations two levels below your seats. */
                reward_level2: {
                    /** @description The earned amount. In US dollars: a decimal string of 2 to 6 decimals. */
                    amount: string;
                    /** @description The number of rewards. */
                    count: number;
                };
                /** @description For activations of members you sponsored. */
                sponsor_bonus: {
                    /** @description The earned amount. In US dollars: a decimal string of 2 to 6 decimals. */
                    amount: string;
                    /** @description The number of rewards. */
                    count: number;
                };
                /** @description The plan’s name. */
                plan: string;
            }[];
        };
        /** @description What one activation paid you, and why. */
        Explanation: {
            /** @description The profile’s public id: two letters for the plan, then eight characters. */
            profile_id: string;
            /** @description Who activated it. */
            user: {
                /** @description The owner’s username. */
                username: string;
            };
            /** @description The plan and its prices. */
            plan: {
                /** @description The plan’s name. */
                name: string;
                /** @description The catalog version with its prices. */
                version: string;
            };
            /**
             * Format: date-time
             * @description When the profile was activated; null if it wasn’t yet. An ISO 8601 time in UTC.
             */
            activated_at: string | null;
            /** @description Your nearest seat above the profile; null if there is none. */
            beneath: {
                /** @description The profile’s public id: two letters for the plan, then eight characters. */
                profile_id: string;
                /** @description How many levels below your seat the profile is. */
                level: number;
            } | null;
            /** @description Every kind of reward, with the reason it was paid or not. */
            rewards: {
                /**
                 * @description The reward.
                 * @enum {string}
                 */
                type: "reward_level1" | "reward_level2" | "sponsor_bonus";
                /**
                 * @description `paid`, or why not. `not_active`: not activated yet. `imported`: came with an import, so nobody paid its joining fee here. `not_beneath`: not below one of your seats. `other_level`: goes to another seat. `plan_pays_none`: the plan has no such reward. `not_sponsor`: goes to the sponsor, who isn’t you.
                 * @enum {string}
                 */
                reason: "paid" | "not_active" | "imported" | "not_beneath" | "other_level" | "plan_pays_none" | "not_sponsor";
                /** @description The reason, as an English sentence. */
                detail: string;
                /** @description `detail` by its code, for clients that translate it. */
                text: components["schemas"]["Text"];
                /** @description What you were paid; null if nothing. In US dollars: a decimal string of 2 to 6 decimals. */
                amount: string | null;
                /** @description The journal entry that paid it; null if nothing was. Digits in a string. */
                journal: string | null;
                /** @description The `profile_id` of the seat that earned it; null if none. */
                seat: string | null;
                /**
                 * @description The profile’s position on that seat’s board; null if none.
                 * @enum {string|null}
                 */
                position: "L" | "R" | "LL" | "LR" | "RL" | "RR" | null;
            }[];
        };
        /** @description New values for an imported row that failed. */
        ImportCorrection: {
            /** @description The correction’s id. Digits in a string. */
            id: string;
            /** @description The import’s id. Digits in a string. */
            import_id: string;
            /** @description The file’s name. */
            import_name: string;
            /** @description The row’s number in the file. */
            row: number;
            /** @description The username in the row. */
            username: string;
            /** @description The email address in the row. */
            email: string;
            /** @description The sponsor’s username; empty for the company. */
            sponsor: string;
            /** @description The plans, each by two letters, such as BR. */
            plans: string;
            /** @description `left`, `right`, or empty. */
            side: string;
            /** @description The member’s language. */
            language: string;
            /** @description The row as it is now. */
            was: {
                /** @description The username in the row. */
                username: string;
                /** @description The email address in the row. */
                email: string;
                /** @description The sponsor’s username; empty for the company. */
                sponsor: string;
                /** @description The plans, each by two letters, such as BR. */
                plans: string;
                /** @description `left`, `right`, or empty. */
                side: string;
                /** @description The member’s language. */
                language: string;
            };
            /** @description Who proposed it. */
            proposed_by: string;
            /**
             * Format: date-time
             * @description When it was proposed. An ISO 8601 time in UTC.
             */
            proposed_at: string;
        };
        /** @description The position of each row if the import ran now. */
        ImportPlacements: {
            /** @description The number of rows that would become members. */
            placed: number;
            /** @description The number of rows that the rules would refuse. */
            refused: number;
            /** @description The number of rows that would be blocked because their sponsor is refused. */
            blocked: number;
            /** @description Every row, in the order of the import: sponsors first. */
            rows: {
                /** @description The row’s number in the file. */
                row: number;
                /** @description The username in the row. */
                username: string;
                /** @description The sponsor’s username; empty for the company. */
                sponsor: string;
                /** @description Its seats. None if the row has no plan or is refused. */
                seats: {
                    /** @description The plan: BR, SI, GO, PL, or DI. */
                    plan: string;
                    /** @description The username of the member with the seat above. */
                    under: string;
                    /**
                     * @description The leg of that seat.
                     * @enum {string}
                     */
                    side: "left" | "right";
                    /** @description Whether that is someone other than the sponsor. */
                    spillover: boolean;
                }[];
                /** @description Why it would fail; null if it wouldn’t. */
                refusal: {
                    /** @description What happened, as an English sentence to show. */
                    detail: string;
                    /** @description The sentence of `detail` by its code, for clients that translate it. */
                    text: components["schemas"]["Text"];
                } | null;
            }[];
        };
        /** @description An incident of the service. */
        Incident: {
            /** @description The incident’s id. Digits in a string. */
            id: string;
            /**
             * @description The severity: a notice, degraded service, or an outage.
             * @enum {string}
             */
            impact: "notice" | "partial" | "outage";
            /**
             * @description The state of the newest update.
             * @enum {string}
             */
            state: "investigating" | "identified" | "monitoring" | "resolved";
            /** @description Its title in English. */
            title_en: string;
            /** @description The same in Spanish. */
            title_es: string;
            /**
             * Format: date-time
             * @description When we reported it. An ISO 8601 time in UTC.
             */
            opened_at: string;
            /**
             * Format: date-time
             * @description When it was resolved; null while it is open. An ISO 8601 time in UTC.
             */
            resolved_at: string | null;
            /** @description The updates, oldest first. */
            updates: {
                /** @description The update’s id. Digits in a string. */
                id: string;
                /**
                 * @description The state of our response.
                 * @enum {string}
                 */
                state: "investigating" | "identified" | "monitoring" | "resolved";
                /** @description The text in English. */
                text_en: string;
                /** @description The same in Spanish. */
                text_es: string;
                /**
                 * Format: date-time
                 * @description When we posted it. An ISO 8601 time in UTC.
                 */
                posted_at: string;
            }[];
        };
        /** @description Members’ results since they joined. */
        Income: {
            /** @description The version of the format. */
            v: number;
            /** @description Registered members, whether or not they ever paid. */
            registered: number;
            /** @description The combined result of all members. In US dollars: a decimal string of 2 to 6 decimals. */
            together: string;
            /** @description The company’s share: the same amount with the opposite sign. In US dollars: a decimal string of 2 to 6 decimals. */
            house_kept: string;
            /** @description All members who ever paid a joining fee. */
            all: {
                /** @description Members who ever paid a joining fee. */
                members: number;
                /** @description Members who never got a reward. */
                zero_rewards: number;
                /** @description Members who got back less than they paid. */
                below: number;
                /** @description Members who got back exactly what they paid. */
                even: number;
                /** @description Members who got back more than they paid. */
                above: number;
                /** @description Null for fewer than 20 members, to protect individual members’ privacy. */
                details: {
                    /** @description Members by result: lost more than $50, $50 or less, $20, $5, $1; even; gained $1 or less, $5, $20, $100, and more. */
                    groups: number[];
                    /** @description Percentiles of the group, by nearest rank. */
                    result: {
                        /** @description A tenth of the group has a result of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p10: string;
                        /** @description A quarter of the group has a result of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p25: string;
                        /** @description Half of the group has a result of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p50: string;
                        /** @description Three quarters of the group have a result of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p75: string;
                        /** @description Nine in ten of the group have a result of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p90: string;
                        /** @description 99 in 100 of the group have a result of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p99: string;
                    };
                    /** @description Percentiles of the group, by nearest rank. */
                    paid: {
                        /** @description A tenth of the group has joining fees of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p10: string;
                        /** @description A quarter of the group has joining fees of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p25: string;
                        /** @description Half of the group has joining fees of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p50: string;
                        /** @description Three quarters of the group have joining fees of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p75: string;
                        /** @description Nine in ten of the group have joining fees of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p90: string;
                        /** @description 99 in 100 of the group have joining fees of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p99: string;
                    };
                    /** @description Percentiles of the group, by nearest rank. */
                    rewards: {
                        /** @description A tenth of the group has rewards of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p10: string;
                        /** @description A quarter of the group has rewards of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p25: string;
                        /** @description Half of the group has rewards of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p50: string;
                        /** @description Three quarters of the group have rewards of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p75: string;
                        /** @description Nine in ten of the group have rewards of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p90: string;
                        /** @description 99 in 100 of the group have rewards of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p99: string;
                    };
                    /** @description The share of all rewards that the top 1% of members got, in hundredths of a percent; null without rewards. */
                    top1_share: number | null;
                    /** @description The share of all rewards that the top 10% of members got, in hundredths of a percent; null without rewards. */
                    top10_share: number | null;
                } | null;
            };
            /** @description The same by plan. Groups of fewer than 20 members are merged with the next. */
            plans: {
                /** @description The highest plan that they paid for. */
                plans: string[];
                /** @description Members who ever paid a joining fee. */
                members: number;
                /** @description Members who never got a reward. */
                zero_rewards: number;
                /** @description Members who got back less than they paid. */
                below: number;
                /** @description Members who got back exactly what they paid. */
                even: number;
                /** @description Members who got back more than they paid. */
                above: number;
                /** @description Null for fewer than 20 members, to protect individual members’ privacy. */
                details: {
                    /** @description Members by result: lost more than $50, $50 or less, $20, $5, $1; even; gained $1 or less, $5, $20, $100, and more. */
                    groups: number[];
                    /** @description Percentiles of the group, by nearest rank. */
                    result: {
                        /** @description A tenth of the group has a result of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p10: string;
                        /** @description A quarter of the group has a result of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p25: string;
                        /** @description Half of the group has a result of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p50: string;
                        /** @description Three quarters of the group have a result of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p75: string;
                        /** @description Nine in ten of the group have a result of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p90: string;
                        /** @description 99 in 100 of the group have a result of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p99: string;
                    };
                    /** @description Percentiles of the group, by nearest rank. */
                    paid: {
                        /** @description A tenth of the group has joining fees of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p10: string;
                        /** @description A quarter of the group has joining fees of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p25: string;
                        /** @description Half of the group has joining fees of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p50: string;
                        /** @description Three quarters of the group have joining fees of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p75: string;
                        /** @description Nine in ten of the group have joining fees of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p90: string;
                        /** @description 99 in 100 of the group have joining fees of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p99: string;
                    };
                    /** @description Percentiles of the group, by nearest rank. */
                    rewards: {
                        /** @description A tenth of the group has rewards of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p10: string;
                        /** @description A quarter of the group has rewards of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p25: string;
                        /** @description Half of the group has rewards of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p50: string;
                        /** @description Three quarters of the group have rewards of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p75: string;
                        /** @description Nine in ten of the group have rewards of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p90: string;
                        /** @description 99 in 100 of the group have rewards of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p99: string;
                    };
                    /** @description The share of all rewards that the top 1% of members got, in hundredths of a percent; null without rewards. */
                    top1_share: number | null;
                    /** @description The share of all rewards that the top 10% of members got, in hundredths of a percent; null without rewards. */
                    top10_share: number | null;
                } | null;
            }[];
            /** @description The same by start month. Groups of fewer than 20 members are merged with the next. */
            months: {
                /** @description The month of their first joining fee. */
                from: string;
                /** @description The last month of the group. */
                to: string;
                /** @description Members who ever paid a joining fee. */
                members: number;
                /** @description Members who never got a reward. */
                zero_rewards: number;
                /** @description Members who got back less than they paid. */
                below: number;
                /** @description Members who got back exactly what they paid. */
                even: number;
                /** @description Members who got back more than they paid. */
                above: number;
                /** @description Null for fewer than 20 members, to protect individual members’ privacy. */
                details: {
                    /** @description Members by result: lost more than $50, $50 or less, $20, $5, $1; even; gained $1 or less, $5, $20, $100, and more. */
                    groups: number[];
                    /** @description Percentiles of the group, by nearest rank. */
                    result: {
                        /** @description A tenth of the group has a result of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p10: string;
                        /** @description A quarter of the group has a result of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p25: string;
                        /** @description Half of the group has a result of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p50: string;
                        /** @description Three quarters of the group have a result of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p75: string;
                        /** @description Nine in ten of the group have a result of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p90: string;
                        /** @description 99 in 100 of the group have a result of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p99: string;
                    };
                    /** @description Percentiles of the group, by nearest rank. */
                    paid: {
                        /** @description A tenth of the group has joining fees of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p10: string;
                        /** @description A quarter of the group has joining fees of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p25: string;
                        /** @description Half of the group has joining fees of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p50: string;
                        /** @description Three quarters of the group have joining fees of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p75: string;
                        /** @description Nine in ten of the group have joining fees of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p90: string;
                        /** @description 99 in 100 of the group have joining fees of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p99: string;
                    };
                    /** @description Percentiles of the group, by nearest rank. */
                    rewards: {
                        /** @description A tenth of the group has rewards of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p10: string;
                        /** @description A quarter of the group has rewards of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p25: string;
                        /** @description Half of the group has rewards of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p50: string;
                        /** @description Three quarters of the group have rewards of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p75: string;
                        /** @description Nine in ten of the group have rewards of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p90: string;
                        /** @description 99 in 100 of the group have rewards of this or less. In US dollars: a decimal string of 2 to 6 decimals. */
                        p99: string;
                    };
                    /** @description The share of all rewards that the top 1% of members got, in hundredths of a percent; null without rewards. */
                    top1_share: number | null;
                    /** @description The share of all rewards that the top 10% of members got, in hundredths of a percent; null without rewards. */
                    top10_share: number | null;
                } | null;
            }[];
            /** @description The use of each plan’s joining fees. */
            places: {
                /** @description The plan. */
                plan: string;
                /** @description Seats that members paid for. */
                places: number;
                /** @description Their joining fees. In US dollars: a decimal string of 2 to 6 decimals. */
                fees: string;
                /** @description The rewards paid from these fees. In US dollars: a decimal string of 2 to 6 decimals. */
                paid_out: string;
                /** @description The company’s share of these fees. In US dollars: a decimal string of 2 to 6 decimals. */
                kept: string;
            }[];
        };
        /** @description A background job. */
        JobState: {
            /** @description The job. */
            name: string;
            /**
             * @description `late`: overdue. `resting`: paused, see `detail`.
             * @enum {string}
             */
            state: "ok" | "late" | "resting";
            /**
             * Format: date-time
             * @description When it last ran; null if never. An ISO 8601 time in UTC.
             */
            last_at: string | null;
            /** @description The number of pending items. */
            waiting: number;
            /**
             * Format: date-time
             * @description Since when the oldest item waits; null if none does. An ISO 8601 time in UTC.
             */
            oldest_at: string | null;
            /** @description Why it is paused; empty otherwise. */
            detail: string;
        };
        /** @description A journal entry of the ledger. */
        Journal: {
            /** @description The entry’s number. Digits in a string. */
            id: string;
            /** @description What happened. */
            kind: string;
            /**
             * Format: date-time
             * @description When it was booked. An ISO 8601 time in UTC.
             */
            at: string;
            /** @description The entry’s unique subject; null without one. */
            key: string | null;
            /** @description The lines of the entry. */
            postings: {
                /** @description The account’s name. */
                account: string;
                /** @description USD, TRX, or USDT. */
                asset: string;
                /** @description The change, as a decimal string. All lines of an asset add up to 0. */
                amount: string;
                /** @description The account’s balance afterward, as a decimal string. */
                balance_after: string;
            }[];
        };
        /** @description The result of recomputing the whole ledger. */
        LedgerCheck: {
            /** @description Whether no differences were found. */
            ok: boolean;
            /**
             * Format: date-time
             * @description When the check ran. An ISO 8601 time in UTC.
             */
            checked_at: string;
            /** @description Journal entries that were checked. */
            journals: number;
            /** @description Lines that were checked. */
            postings: number;
            /** @description The differences, as sentences; empty if there are none. */
            differences: string[];
        };
        /** @description A version of the terms or the privacy notice. */
        LegalText: {
            /**
             * @description Terms of service, or the privacy notice.
             * @enum {string}
             */
            kind: "terms" | "privacy";
            /** @description The version’s number. */
            version: string;
            /**
             * @description The language of the text.
             * @default en
             * @enum {string}
             */
            language: "en" | "es";
            /**
             * @description The language of the original, which prevails over its translations.
             * @default en
             * @enum {string}
             */
            original_language: "en" | "es";
            /** @description The text. Blank lines separate paragraphs. */
            body: string;
            /**
             * Format: date-time
             * @description When it came into force. An ISO 8601 time in UTC.
             */
            published_at: string;
        };
        /** @description An adjustment, and whose account it is for. */
        ListedAdjustment: {
            /** @description The adjustment’s id. Digits in a string. */
            id: string;
            /** @description The member it is for. */
            username: string;
            /** @description The amount added to the wallet; negative if taken out. In US dollars: a decimal string of 2 to 6 decimals. */
            amount: string;
            /** @description Why. */
            reason: string;
            /**
             * @description The decision so far. `stage`, where there is one, says more.
             * @enum {string}
             */
            status: "pending" | "approved" | "rejected";
            /** @description Who requested it. */
            requested_by: string;
            /**
             * Format: date-time
             * @description When it was requested. An ISO 8601 time in UTC.
             */
            requested_at: string;
            /** @description Who approved it; null if nobody has. */
            approved_by: string | null;
            /**
             * Format: date-time
             * @description When it was approved; null if it wasn’t. An ISO 8601 time in UTC.
             */
            approved_at: string | null;
            /** @description Who rejected it; null if nobody has. */
            rejected_by: string | null;
            /**
             * Format: date-time
             * @description When it was rejected; null if it wasn’t. An ISO 8601 time in UTC.
             */
            rejected_at: string | null;
            /** @description Why it was rejected; null if it wasn’t. */
            reject_reason: string | null;
            /** @description Whether one operator decided alone, within their own limit. */
            alone: boolean;
            /** @description Whether the member has closed the account. */
            account_closed: boolean;
        };
        /** @description The current price of TRX. */
        LiveRate: {
            /** @description US dollars per TRX, as a number for display. */
            rate: number;
            /**
             * @description The coin.
             * @constant
             */
            asset: "TRX";
            /**
             * @description The currency of the rate.
             * @constant
             */
            currency: "USD";
            /**
             * Format: date-time
             * @description When the rate was last confirmed. An ISO 8601 time in UTC.
             */
            as_of: string;
            /** @description The markets whose median it is. */
            sources: string[];
        };
        /** @description A proof in the text format c2sp.org/tlog-proof@v1. */
        LogProof: string;
        /** @description A member as shown in the console. */
        MemberDetail: {
            /** @description The member’s id. Digits in a string. */
            id: string;
            /** @description The member’s username. */
            username: string;
            /** @description The confirmed email address. */
            email: string;
            /** @description False while the account is suspended. */
            is_active: boolean;
            /** @description Whether the email address has been verified. */
            is_verified: boolean;
            /** @description The sponsor’s username; null for the company. */
            sponsor: string | null;
            /** @description What the member can spend. Excludes amounts held for withdrawals. In US dollars: a decimal string of 2 to 6 decimals. */
            wallet_balance: string;
            /**
             * Format: date-time
             * @description When the account was created. An ISO 8601 time in UTC.
             */
            date_joined: string;
            /** @description First name; empty if not set. */
            first_name: string;
            /** @description Last name; empty if not set. */
            last_name: string;
            /** @description Phone number; empty if not set. */
            phone_number: string;
            /** @description The TRON address for withdrawals; null if not set. */
            wallet_address: string | null;
            /** @description The amount on hold for withdrawals. In US dollars: a decimal string of 2 to 6 decimals. */
            withdrawing: string;
            /**
             * Format: date-time
             * @description When the account was suspended; null if it isn’t. An ISO 8601 time in UTC.
             */
            suspended_at: string | null;
            /**
             * Format: date-time
             * @description When the member closed the account; null if it is open. An ISO 8601 time in UTC.
             */
            closed_at: string | null;
            /** @description Whether a complete board activates the next plan’s profile. */
            auto_upgrade: boolean;
            /** @description Verified members with this sponsor. */
            total_referrals: number;
            /** @description The member’s profiles. */
            profiles: components["schemas"]["Profile"][];
            /** @description The member’s own TRON address for deposits; null before the first use. */
            deposit_address: string | null;
            /** @description The member’s referral code. */
            referral_code: string;
            /** @description The sponsor’s member id; null for the company. Digits in a string. */
            sponsor_id: string | null;
            /** @description Whether an authenticator app is set up. */
            totp_enabled: boolean;
            /** @description Passkeys that can sign in to the account. */
            passkeys: number;
            /**
             * Format: date-time
             * @description Payouts wait until then after a security change; null if they don’t. An ISO 8601 time in UTC.
             */
            hold_until: string | null;
            /** @description The legal texts that the member accepted, newest first. */
            accepted_texts: {
                /** @description `terms` or `privacy`. */
                kind: string;
                /** @description The version. */
                version: string;
                /**
                 * @description The language in which it was shown.
                 * @default en
                 * @enum {string}
                 */
                language: "en" | "es";
                /**
                 * Format: date-time
                 * @description When it was accepted. An ISO 8601 time in UTC.
                 */
                at: string;
            }[];
        };
        /** @description An import of a company’s existing members. */
        MemberImport: {
            /** @description The import’s id. Digits in a string. */
            id: string;
            /** @description The file’s name. */
            name: string;
            /**
             * @description `proposed`: waiting for another admin. `approved`: under way. `finished`: every row is done or failed. `discarded`: given up.
             * @enum {string}
             */
            state: "proposed" | "approved" | "finished" | "discarded";
            /** @description The number of members in the file. */
            rows: number;
            /** @description The number of rows that are members now. */
            done: number;
            /** @description The number of failed rows that wait for an admin. */
            failed: number;
            /** @description The number of rows blocked because their sponsor’s row failed. */
            blocked: number;
            /** @description The number of skipped rows. */
            skipped: number;
            /** @description The number of invitations sent. */
            invited: number;
            /** @description Who proposed it. */
            proposed_by: string;
            /**
             * Format: date-time
             * @description When it was proposed. An ISO 8601 time in UTC.
             */
            proposed_at: string;
            /** @description Who approved or discarded it; null before. */
            decided_by: string | null;
            /**
             * Format: date-time
             * @description When it was approved or discarded; null before. An ISO 8601 time in UTC.
             */
            decided_at: string | null;
            /**
             * Format: date-time
             * @description When its last row was settled; null before. An ISO 8601 time in UTC.
             */
            finished_at: string | null;
            /**
             * Format: date-time
             * @description When we delete the names and addresses of its rows: 90 days after its end. Null while it is under way. An ISO 8601 time in UTC.
             */
            names_until: string | null;
        };
        /** @description A preview of a members import. */
        MemberImportCheck: {
            /** @description The number of rows in the file. */
            rows: number;
            /** @description The number of rows that can be imported. */
            good: number;
            /** @description The number of rows that can’t be imported. */
            bad: number;
            /** @description The number of seats that the valid rows take. */
            seats: number;
            /** @description Whether members have paid for seats already. Rows whose seat would take a position on a board that was paid for fail when they are imported. */
            has_paid_seats: boolean;
            /** @description Why the file can’t be read at all; null if it can. */
            fault: {
                /** @description What happened, as an English sentence to show. */
                detail: string;
                /** @description The sentence of `detail` by its code, for clients that translate it. */
                text: components["schemas"]["Text"];
            } | null;
            /** @description The errors of the first 100 invalid rows, in order. */
            problems: {
                /** @description What happened, as an English sentence to show. */
                detail: string;
                /** @description The sentence of `detail` by its code, for clients that translate it. */
                text: components["schemas"]["Text"];
                /** @description The row’s number in the file. The header is row 1. */
                row: number;
                /**
                 * @description The column; null for the row as a whole.
                 * @enum {string|null}
                 */
                column: "username" | "email" | "sponsor" | "plans" | "side" | "language" | null;
                /** @description The cell’s content, truncated to 80 characters. */
                value: string;
            }[];
        };
        /** @description A members import with the rows that failed. */
        MemberImportDetail: {
            /** @description The import’s id. Digits in a string. */
            id: string;
            /** @description The file’s name. */
            name: string;
            /**
             * @description `proposed`: waiting for another admin. `approved`: under way. `finished`: every row is done or failed. `discarded`: given up.
             * @enum {string}
             */
            state: "proposed" | "approved" | "finished" | "discarded";
            /** @description The number of members in the file. */
            rows: number;
            /** @description The number of rows that are members now. */
            done: number;
            /** @description The number of failed rows that wait for an admin. */
            failed: number;
            /** @description The number of rows blocked because their sponsor’s row failed. */
            blocked: number;
            /** @description The number of skipped rows. */
            skipped: number;
            /** @description The number of invitations sent. */
            invited: number;
            /** @description Who proposed it. */
            proposed_by: string;
            /**
             * Format: date-time
             * @description When it was proposed. An ISO 8601 time in UTC.
             */
            proposed_at: string;
            /** @description Who approved or discarded it; null before. */
            decided_by: string | null;
            /**
             * Format: date-time
             * @description When it was approved or discarded; null before. An ISO 8601 time in UTC.
             */
            decided_at: string | null;
            /**
             * Format: date-time
             * @description When its last row was settled; null before. An ISO 8601 time in UTC.
             */
            finished_at: string | null;
            /**
             * Format: date-time
             * @description When we delete the names and addresses of its rows: 90 days after its end. Null while it is under way. An ISO 8601 time in UTC.
             */
            names_until: string | null;
            /** @description The first 100 rows that aren’t members: failed ones, then blocked, then skipped ones. */
            failures: {
                /** @description What happened, as an English sentence to show. */
                detail: string;
                /** @description The sentence of `detail` by its code, for clients that translate it. */
                text: components["schemas"]["Text"];
                /** @description The row’s number in the file. */
                row: number;
                /** @description The username in the row. */
                username: string;
                /** @description The email address in the row. */
                email: string;
                /** @description The sponsor’s username; empty for the company. */
                sponsor: string;
                /** @description The plans, each by two letters, such as BR. */
                plans: string;
                /** @description `left`, `right`, or empty. */
                side: string;
                /** @description The member’s language. */
                language: string;
                /**
                 * @description `failed`: for the reason in `detail`. `blocked`: because of its sponsor’s row. `skipped`: an admin gave it up.
                 * @enum {string}
                 */
                state: "failed" | "blocked" | "skipped";
                /** @description The row of the sponsor that blocks it; null if it isn’t blocked. */
                sponsor_row: number | null;
                /** @description Who skipped it; null if nobody did. */
                skipped_by: string | null;
                /** @description Why it was skipped; null if it wasn’t. */
                skip_reason: string | null;
            }[];
        };
        /** @description A member’s position in the network. */
        MemberNetwork: {
            /** @description The sponsor, the sponsor’s sponsor, and so on up to the company; at most 20. */
            sponsors: {
                /** @description The sponsor’s member id. Digits in a string. */
                id: string;
                /** @description The sponsor’s username. */
                username: string;
            }[];
            /** @description Members with this sponsor. */
            referrals: number;
            /** @description The member’s seats. */
            seats: {
                /** @description The profile’s public id: two letters for the plan, then eight characters. */
                profile_id: string;
                /** @description The plan’s name. */
                plan: string;
                /**
                 * Format: date-time
                 * @description When the seat was taken. An ISO 8601 time in UTC.
                 */
                taken_at: string;
                /** @description Levels below the root of the placement tree. */
                depth: number;
                /**
                 * @description The leg it is in; null for the root.
                 * @enum {string|null}
                 */
                side: "left" | "right" | null;
                /** @description The seat directly above; null for the root. */
                parent: {
                    /** @description The profile’s public id: two letters for the plan, then eight characters. */
                    profile_id: string;
                    /** @description Its owner. */
                    username: string;
                } | null;
                /** @description How many of the six board positions are taken. */
                filled: number;
            }[];
        };
        /** @description A staff note about a member. */
        MemberNote: {
            /** @description The note’s id. Digits in a string. */
            id: string;
            /** @description Who wrote it. */
            operator: string;
            /** @description The note. */
            note: string;
            /**
             * Format: date-time
             * @description When it was written. An ISO 8601 time in UTC.
             */
            at: string;
        };
        /** @description One line of the ledger on a member’s accounts. */
        MemberPosting: {
            /** @description The posting’s id. */
            id: string;
            /** @description The journal entry it belongs to. Digits in a string. */
            journal: string;
            /** @description The kind of journal entry. */
            kind: string;
            /** @description What this line is for. */
            purpose: string;
            /**
             * @description The wallet, or the money held for withdrawals.
             * @enum {string}
             */
            account: "wallet" | "withdrawing";
            /** @description The change: negative if money left the account. In US dollars: a decimal string of 2 to 6 decimals. */
            amount: string;
            /** @description The account’s balance afterward. In US dollars: a decimal string of 2 to 6 decimals. */
            balance_after: string;
            /**
             * Format: date-time
             * @description When it was booked. An ISO 8601 time in UTC.
             */
            at: string;
        };
        /** @description A member joined: they registered and verified their email address. */
        MemberRegisteredEvent: {
            /** @description The event’s id. Repeats have the same one, so use it to ignore what you have seen. */
            id: string;
            /**
             * @description The version of this shape.
             * @constant
             */
            version: 1;
            /** @description Counts up, with gaps. A later event has a higher number. */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened. An ISO 8601 time in UTC.
             */
            created_at: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "member.registered";
            member: components["schemas"]["WebhookMember"];
            /** @description What it is about. */
            data: {
                /** @description The id of the member who referred them; null without one. Digits in a string. */
                sponsor_id: string | null;
                /**
                 * Format: date-time
                 * @description When they joined. An ISO 8601 time in UTC.
                 */
                joined_at: string;
            };
        };
        /** @description A member in a list. */
        MemberRow: {
            /** @description The member’s id. Digits in a string. */
            id: string;
            /** @description The member’s username. */
            username: string;
            /** @description The confirmed email address. */
            email: string;
            /** @description False while the account is suspended. */
            is_active: boolean;
            /** @description Whether the email address has been verified. */
            is_verified: boolean;
            /** @description The sponsor’s username; null for the company. */
            sponsor: string | null;
            /** @description What the member can spend. Excludes amounts held for withdrawals. In US dollars: a decimal string of 2 to 6 decimals. */
            wallet_balance: string;
            /**
             * Format: date-time
             * @description When the account was created. An ISO 8601 time in UTC.
             */
            date_joined: string;
        };
        /** @description Read-only access to the product as a member. */
        MemberViewToken: {
            /** @description An access token that can read, but not change, what the member can. */
            token: string;
            /**
             * Format: date-time
             * @description When the token expires. An ISO 8601 time in UTC.
             */
            ends_at: string;
            /** @description Who is being viewed. */
            member: {
                /** @description The member’s id. Digits in a string. */
                id: string;
                /** @description The member’s username. */
                username: string;
            };
            /** @description Who is viewing. */
            operator: string;
        };
        /** @description A message from the contact form. */
        Message: {
            /** @description The message’s id. Digits in a string. */
            id: string;
            /** @description The sender’s name. */
            name: string;
            /** @description The email address for the reply. */
            email: string;
            /** @description The subject. */
            subject: string;
            /** @description The message. */
            message: string;
            /**
             * Format: date-time
             * @description When it arrived. An ISO 8601 time in UTC.
             */
            received_at: string;
            /** @description The answer; null if there is none yet. */
            answer: string | null;
            /** @description Who answered; null if nobody has. */
            answered_by: string | null;
            /**
             * Format: date-time
             * @description When it was answered; null if it wasn’t. An ISO 8601 time in UTC.
             */
            answered_at: string | null;
            /** @description Who is working on this item now; null if nobody is. */
            claim: {
                /** @description Who is working on it. */
                operator: string;
                /**
                 * Format: date-time
                 * @description When the claim expires. An ISO 8601 time in UTC.
                 */
                ends_at: string;
                /** @description True if they claimed an approved withdrawal, and may be paying it from another wallet. Missing otherwise. */
                to_pay?: boolean;
            } | null;
        };
        /** @description The signed-in operator. */
        Operator: {
            /** @description The operator’s username. */
            username: string;
            /**
             * @description `support` reads and answers members, `finance` also moves money, `admin` also manages staff.
             * @enum {string}
             */
            role: "support" | "finance" | "admin";
            /** @description Whether an authenticator app is set up. */
            totp_enrolled: boolean;
            /** @description Passkeys of the operator. One counts as a second factor. */
            passkeys: number;
            /** @description Whether the operator signed in with a first password, which they must change first. */
            must_change_password: boolean;
            /** @description The session ends after this many minutes without use. */
            idle_minutes: number;
        };
        /** @description A deposit request, with its member. */
        OperatorDeposit: {
            /** @description The request’s numeric id. Digits in a string. */
            id: string;
            /** @description The request’s public id. */
            request_id: string;
            /** @description The amount for the wallet: the requested one, or the credited one. In US dollars: a decimal string of 2 to 6 decimals. */
            amount: string;
            /** @description The requested amount for the wallet. In US dollars: a decimal string of 2 to 6 decimals. */
            requested_amount: string;
            /** @description The deposit fee, paid on top. In US dollars: a decimal string of 2 to 6 decimals. */
            fee_amount: string;
            /** @description Requested amount and fee together. In US dollars: a decimal string of 2 to 6 decimals. */
            total_amount: string;
            /** @description The amount to send. In whole coins: a decimal string of up to 6 decimals. */
            crypto_amount: string;
            /**
             * @description The coin on the TRON network: TRX, or USDT as a TRC-20 token.
             * @enum {string}
             */
            cryptocurrency: "TRX" | "USDT";
            /** @description The rate locked for this request; 1 for USDT. US dollars per coin: a decimal string of up to 8 decimals. */
            rate: string;
            /**
             * @description The received amount; null before it is credited. In whole coins: a decimal string of up to 6 decimals.
             * @default null
             */
            received_amount: string | null;
            /**
             * @description The rate of the credit: the locked one, or that of the payment’s block if the payment didn’t match. Null before it is credited. US dollars per coin: a decimal string of up to 8 decimals.
             * @default null
             */
            credited_rate: string | null;
            /**
             * @description The coin, as shown to members.
             * @enum {string}
             */
            payment_method: "TRX (TRC20)" | "USDT (TRC20)";
            /** @description The `request_id`; once credited, the transaction. */
            payment_details: string;
            /**
             * @description The decision so far. `stage`, where there is one, says more.
             * @enum {string}
             */
            status: "pending" | "approved" | "rejected";
            /**
             * @description `awaiting_payment`: nothing received. `seen` and `confirming`: on the network, not final yet. `mismatch`: received, but not the amount asked for. `credited`: in the wallet. `expired` and `replaced`: closed without a payment.
             * @enum {string}
             */
            stage: "awaiting_payment" | "seen" | "confirming" | "mismatch" | "credited" | "expired" | "replaced";
            /** @description Blocks that confirm the payment so far. */
            confirmations: number;
            /** @description Blocks needed before it is credited. */
            required: number;
            /** @description The address to pay to: the member’s own TRON address. */
            wallet_address: string;
            /**
             * Format: date-time
             * @description When the request was made. An ISO 8601 time in UTC.
             */
            request_date: string;
            /**
             * Format: date-time
             * @description Until when the rate is locked. An ISO 8601 time in UTC.
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description When the request was closed; null while it is open. An ISO 8601 time in UTC.
             */
            processed_date: string | null;
            /** @description The paying transaction; null before one is seen. */
            transaction_hash: string | null;
            /** @description The member’s username. */
            username: string;
        };
        /** @description An incident, with the names of operators. */
        OperatorIncident: {
            /** @description The incident’s id. Digits in a string. */
            id: string;
            /**
             * @description The severity: a notice, degraded service, or an outage.
             * @enum {string}
             */
            impact: "notice" | "partial" | "outage";
            /**
             * @description The state of the newest update.
             * @enum {string}
             */
            state: "investigating" | "identified" | "monitoring" | "resolved";
            /** @description Its title in English. */
            title_en: string;
            /** @description The same in Spanish. */
            title_es: string;
            /**
             * Format: date-time
             * @description When we reported it. An ISO 8601 time in UTC.
             */
            opened_at: string;
            /**
             * Format: date-time
             * @description When it was resolved; null while it is open. An ISO 8601 time in UTC.
             */
            resolved_at: string | null;
            /** @description The operator who reported it. */
            opened_by: string;
            /** @description The updates, oldest first. */
            updates: {
                /** @description The update’s id. Digits in a string. */
                id: string;
                /**
                 * @description The state of our response.
                 * @enum {string}
                 */
                state: "investigating" | "identified" | "monitoring" | "resolved";
                /** @description The text in English. */
                text_en: string;
                /** @description The same in Spanish. */
                text_es: string;
                /**
                 * Format: date-time
                 * @description When we posted it. An ISO 8601 time in UTC.
                 */
                posted_at: string;
                /** @description The operator who posted it. */
                posted_by: string;
            }[];
        };
        /** @description One device that is signed in to the console. */
        OperatorSession: {
            /** @description The session’s id, for ending it. Digits in a string. */
            id: string;
            /** @description Whether this is the session that made the request. */
            current: boolean;
            /** @description Browser and system, from the user agent. */
            device: string;
            /** @description The network address it was used from. */
            address: string;
            /**
             * Format: date-time
             * @description When the session began. An ISO 8601 time in UTC.
             */
            signed_in_at: string;
            /**
             * Format: date-time
             * @description When the session was last used. An ISO 8601 time in UTC.
             */
            last_seen_at: string;
            /**
             * Format: date-time
             * @description When it ends at the latest. An ISO 8601 time in UTC.
             */
            ends_at: string;
        };
        /** @description An unmatched transfer, with its member. */
        OperatorUnattributed: {
            /** @description The transfer’s id. Digits in a string. */
            id: string;
            /**
             * @description The coin on the TRON network: TRX, or USDT as a TRC-20 token.
             * @enum {string}
             */
            cryptocurrency: "TRX" | "USDT";
            /** @description The received amount. In whole coins: a decimal string of up to 6 decimals. */
            crypto_amount: string;
            /** @description The rate when it was received; null if there was none. US dollars per coin: a decimal string of up to 8 decimals. */
            rate: string | null;
            /** @description The amount credited on acceptance; null if it is too small. In US dollars: a decimal string of 2 to 6 decimals. */
            amount: string | null;
            /** @description The deposit fee; null if it is too small. In US dollars: a decimal string of 2 to 6 decimals. */
            fee_amount: string | null;
            /** @description The TRON transaction: 64 hexadecimal digits. */
            transaction_hash: string;
            /**
             * Format: date-time
             * @description When its block was made. An ISO 8601 time in UTC.
             */
            received_at: string;
            /**
             * Format: date-time
             * @description When it is credited automatically; null if it won’t be. An ISO 8601 time in UTC.
             */
            accepts_itself_at: string | null;
            /**
             * @description `waiting`: can be accepted. `accepted`: credited. `too_small`: worth less than the minimum fee and a cent, so it is shown and never credited.
             * @enum {string}
             */
            status: "waiting" | "accepted" | "too_small";
            /** @description Why it matched no request. */
            reason: string;
            /** @description `reason` by its code, for clients that translate it. */
            reason_text: components["schemas"]["Text"];
            /** @description The owner of the address; null if unknown. */
            username: string | null;
            /** @description Who is working on this item now; null if nobody is. */
            claim: {
                /** @description Who is working on it. */
                operator: string;
                /**
                 * Format: date-time
                 * @description When the claim expires. An ISO 8601 time in UTC.
                 */
                ends_at: string;
                /** @description True if they claimed an approved withdrawal, and may be paying it from another wallet. Missing otherwise. */
                to_pay?: boolean;
            } | null;
        };
        /** @description A withdrawal, with the information needed to decide. */
        OperatorWithdrawal: {
            /** @description The withdrawal’s id. Digits in a string. */
            id: string;
            /** @description The amount debited from the wallet. In US dollars: a decimal string of 2 to 6 decimals. */
            amount: string;
            /** @description The fee deducted from the amount, including the USDT network fee. In US dollars: a decimal string of 2 to 6 decimals. */
            fee_amount: string;
            /** @description The payout: the amount minus the fee. In US dollars: a decimal string of 2 to 6 decimals. */
            net_amount: string;
            /** @description `trx` or `usdt`. */
            payment_method: string;
            /** @description The note sent with the request, or the address. */
            payment_details: string;
            /** @description The TRON address it is paid to. */
            wallet_address: string;
            /**
             * @description The decision so far. `stage`, where there is one, says more.
             * @enum {string}
             */
            status: "pending" | "approved" | "rejected";
            /**
             * @description `pending`: waiting for approval. `approved`: the payout is being made. `sent`: on the network. `confirmed`: final. `failed`: the payout failed and needs a new approval. `rejected` and `cancelled`: the money is back in the wallet.
             * @enum {string}
             */
            stage: "pending" | "approved" | "sent" | "confirmed" | "failed" | "rejected" | "cancelled";
            /** @description Counts changes. An approval names the revision it saw. */
            revision: number;
            /**
             * Format: date-time
             * @description Not paid before then; null if there is no hold. An ISO 8601 time in UTC.
             */
            hold_until: string | null;
            /** @description Why it was rejected or failed; null otherwise. */
            reason: string | null;
            /**
             * Format: date-time
             * @description When it was requested. An ISO 8601 time in UTC.
             */
            request_date: string;
            /**
             * Format: date-time
             * @description When it was decided or paid; null before. An ISO 8601 time in UTC.
             */
            processed_date: string | null;
            /** @description The payout’s transaction; null before it is sent. */
            transaction_hash: string | null;
            /** @description The member’s username. */
            username: string;
            /** @description The member’s id. Digits in a string. */
            member_id: string;
            /** @description Warning signs. `new_address`: never paid to before. `first_withdrawal`: the member’s first. `shared_address`: others use the address too. `velocity`: many requests in a day. `on_hold`: after a security change. `suspended`: not paid while the member is suspended. `disputed`: not paid, because the member has reported that someone else used the account. `quarantined`: we can’t pay it as it is. `paid_late`: a payout that failed has paid it after all. Approve it again, and record that transaction. `history_lost`: the database lost commands, a transfer to its address is unexplained, or the scan of the chain hasn’t caught up since the database last started, so we may have paid it already. `in_signer_file`: a file for an offline signer, discarded or not, may still pay it. */
            flags: ("new_address" | "first_withdrawal" | "shared_address" | "velocity" | "on_hold" | "suspended" | "disputed" | "quarantined" | "paid_late" | "history_lost" | "in_signer_file")[];
            /** @description Who is working on this item now; null if nobody is. */
            claim: {
                /** @description Who is working on it. */
                operator: string;
                /**
                 * Format: date-time
                 * @description When the claim expires. An ISO 8601 time in UTC.
                 */
                ends_at: string;
                /** @description True if they claimed an approved withdrawal, and may be paying it from another wallet. Missing otherwise. */
                to_pay?: boolean;
            } | null;
            /** @description Approvals of the current revision. */
            approvals: {
                /** @description Who approved it. */
                operator: string;
                /**
                 * Format: date-time
                 * @description When. An ISO 8601 time in UTC.
                 */
                at: string;
            }[];
            /** @description How many different operators must approve it. */
            approvals_needed: number;
        };
        /** @description The state of the whole product. */
        Overview: {
            /** @description Members by state. */
            members: {
                /** @description All members, without the company. */
                total: number;
                /** @description Members with a verified email address. */
                verified: number;
                /** @description Suspended members. */
                suspended: number;
            };
            /** @description Profiles by plan. */
            profiles: {
                /** @description The plan’s name. */
                plan: string;
                /** @description Profiles with a seat, imported ones included. */
                active: number;
                /** @description The number of imported seats among these. Nobody paid a fee for them here. */
                imported: number;
                /** @description Profiles without a seat. */
                inactive: number;
            }[];
            /** @description Our coins compared with our debts. */
            money: {
                /** @description Our total debt to members. In US dollars: a decimal string of 2 to 6 decimals. */
                owed: string;
                /** @description Our coins. */
                custody: {
                    /** @description TRX or USDT. */
                    asset: string;
                    /** @description Our balance according to the ledger. In whole coins: a decimal string of up to 6 decimals. */
                    amount: string;
                    /** @description Its current value; null without a rate. In US dollars: a decimal string of 2 to 6 decimals. */
                    value_usd: string | null;
                }[];
                /** @description The value of all coins; null without a rate. In US dollars: a decimal string of 2 to 6 decimals. */
                custody_value_usd: string | null;
                /** @description Whether they cover our debts; null without a rate. */
                solvent: boolean | null;
            };
            /** @description Items waiting for staff or for a worker. */
            queues: {
                /** @description Withdrawals waiting for a decision. */
                withdrawals_pending: number;
                /** @description Withdrawals approved or sent, not final yet. */
                withdrawals_in_flight: number;
                /** @description Unmatched transfers. */
                unattributed: number;
                /** @description Emails waiting to be sent. */
                mails: number;
                /** @description Messages waiting for an answer. */
                messages: number;
                /** @description Access changes waiting for another admin. */
                access_changes: number;
                /** @description Adjustments waiting for another operator. */
                adjustments: number;
                /** @description Catalog drafts waiting for another admin. */
                catalogs: number;
                /** @description Members imports and corrections of rows waiting for another admin. */
                imports: number;
                /** @description Since when the oldest item of each queue waits. */
                oldest: {
                    /**
                     * Format: date-time
                     * @description The oldest withdrawal has waited since then; null if the queue is empty. An ISO 8601 time in UTC.
                     */
                    withdrawal: string | null;
                    /**
                     * Format: date-time
                     * @description The oldest unmatched transfer has waited since then; null if the queue is empty. An ISO 8601 time in UTC.
                     */
                    unattributed: string | null;
                    /**
                     * Format: date-time
                     * @description The oldest message has waited since then; null if the queue is empty. An ISO 8601 time in UTC.
                     */
                    message: string | null;
                    /**
                     * Format: date-time
                     * @description The oldest email has waited since then; null if the queue is empty. An ISO 8601 time in UTC.
                     */
                    mail: string | null;
                    /**
                     * Format: date-time
                     * @description The oldest access change has waited since then; null if the queue is empty. An ISO 8601 time in UTC.
                     */
                    access_change: string | null;
                    /**
                     * Format: date-time
                     * @description The oldest adjustment has waited since then; null if the queue is empty. An ISO 8601 time in UTC.
                     */
                    adjustment: string | null;
                    /**
                     * Format: date-time
                     * @description The oldest catalog draft has waited since then; null if the queue is empty. An ISO 8601 time in UTC.
                     */
                    catalog: string | null;
                    /**
                     * Format: date-time
                     * @description The oldest member import or correction has waited since then; null if the queue is empty. An ISO 8601 time in UTC.
                     */
                    import: string | null;
                };
            };
            /** @description The age of the newest final block, in seconds; null before the first. */
            chain_lag_seconds: number | null;
            /** @description Emails that failed within 24 hours. */
            mails_failed_today: number;
            /** @description Alerts that are over their limit now. */
            alerts: {
                /** @description The alert. */
                name: string;
                /** @description The problem, as a sentence. */
                text: string;
                /**
                 * Format: date-time
                 * @description Since when. An ISO 8601 time in UTC.
                 */
                since: string;
            }[];
            /** @description What the product depends on. */
            health: {
                /**
                 * @description PostgreSQL: `ok`, `degraded`, or `down`.
                 * @enum {string}
                 */
                database: "ok" | "degraded" | "down";
                /**
                 * @description The TRON nodes: `ok`, `degraded`, or `down`.
                 * @enum {string}
                 */
                chain: "ok" | "degraded" | "down";
                /**
                 * @description Sending email: `ok`, `degraded`, or `down`.
                 * @enum {string}
                 */
                mail: "ok" | "degraded" | "down";
                /**
                 * @description The TRX rate: `ok`, `degraded`, or `down`.
                 * @enum {string}
                 */
                rate: "ok" | "degraded" | "down";
                /**
                 * @description The clock of the machine that answers, compared with the database’s: `ok`, `degraded`, or `down`.
                 * @enum {string}
                 */
                clock: "ok" | "degraded" | "down";
            };
        };
        /** @description All data that we hold about the signed-in member. */
        OwnData: {
            /**
             * Format: date-time
             * @description When this file was made. An ISO 8601 time in UTC.
             */
            created_at: string;
            /** @description The account, its wallet, and its profiles. */
            account: components["schemas"]["User"];
            /** @description Which emails you get. */
            email_settings: {
                /** @description Whether the member gets news by email. */
                news: boolean;
            };
            /** @description Whether an authenticator app is set up. */
            two_step_verification: boolean;
            /** @description Your own TRON address for deposits; null before the first use. */
            deposit_address: string | null;
            /** @description The legal texts that you accepted, newest first. */
            accepted_texts: {
                /** @description `terms` or `privacy`. */
                kind: string;
                /** @description The version. */
                version: string;
                /**
                 * @description The language in which it was shown.
                 * @default en
                 * @enum {string}
                 */
                language: "en" | "es";
                /**
                 * Format: date-time
                 * @description When it was accepted. An ISO 8601 time in UTC.
                 */
                at: string;
            }[];
            /** @description Your passkeys. */
            passkeys: components["schemas"]["Passkey"][];
            /** @description The devices that are signed in. */
            sessions: components["schemas"]["Session"][];
            /** @description When staff viewed the product as you, newest first. */
            staff_views: {
                /**
                 * Format: date-time
                 * @description When staff opened your account. An ISO 8601 time in UTC.
                 */
                started_at: string;
                /**
                 * Format: date-time
                 * @description When the view ended at the latest. An ISO 8601 time in UTC.
                 */
                ends_at: string;
            }[];
            /** @description The members you referred, newest first. */
            referrals: components["schemas"]["Referral"][];
            /** @description Your deposit requests, newest first. */
            deposits: components["schemas"]["Deposit"][];
            /** @description Transfers without a matching request, newest first. */
            unmatched_transfers: components["schemas"]["Unattributed"][];
            /** @description Your withdrawals, newest first. */
            withdrawals: components["schemas"]["Withdrawal"][];
            /** @description Every ledger line of your wallet, newest first. */
            ledger: components["schemas"]["MemberPosting"][];
            /** @description Your account’s activity, newest first. */
            activity: components["schemas"]["ActivityEntry"][];
            /** @description Messages from your email address, newest first. */
            contact_messages: {
                /** @description The message’s subject. */
                subject: string;
                /** @description Your message. */
                message: string;
                /**
                 * Format: date-time
                 * @description When it arrived. An ISO 8601 time in UTC.
                 */
                received_at: string;
                /** @description The answer; null if there is none. */
                answer: string | null;
            }[];
            /** @description The lists above, and the account’s `profiles`, that this file truncates. Contact support for the rest. */
            shortened: string[];
        };
        /** @description A key on a device that signs in without a password. */
        Passkey: {
            /** @description The passkey’s id, for renaming and removing it. Digits in a string. */
            id: string;
            /** @description What the owner calls it. */
            name: string;
            /** @description Whether a password manager copies it to the owner’s other devices. */
            synced: boolean;
            /**
             * Format: date-time
             * @description When it was added. An ISO 8601 time in UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last signed in or confirmed something; null if never. An ISO 8601 time in UTC.
             */
            last_used_at: string | null;
        };
        /** @description A challenge for a new passkey. */
        PasskeyCreation: {
            /** @description Send it back with the credential. Works once, for 5 minutes. */
            ceremony: string;
            /** @description The options for `navigator.credentials.create()`. */
            options: {
                /** @description What the authenticator signs, in Base64url. */
                challenge: string;
                /** @description The site. */
                rp: {
                    /** @description The domain that the passkey belongs to. */
                    id: string;
                    /** @description The site’s name. */
                    name: string;
                };
                /** @description The account. */
                user: {
                    /** @description A random handle of the account, in Base64url. */
                    id: string;
                    /** @description The username. */
                    name: string;
                    /** @description The display name. */
                    displayName: string;
                };
                /** @description The kinds of keys that we accept. */
                pubKeyCredParams: {
                    /**
                     * @description Always `public-key`.
                     * @enum {string}
                     */
                    type: "public-key";
                    /** @description A COSE algorithm. */
                    alg: number;
                }[];
                /** @description Passkeys that the account has already. */
                excludeCredentials: {
                    /** @description A passkey’s credential id, in Base64url. */
                    id: string;
                    /**
                     * @description Always `public-key`.
                     * @enum {string}
                     */
                    type: "public-key";
                    /** @description How browsers reach it. */
                    transports: ("ble" | "cable" | "hybrid" | "internal" | "nfc" | "smart-card" | "usb")[];
                }[];
                /** @description The requirements for the authenticator. */
                authenticatorSelection: {
                    /**
                     * @description Whether the passkey must be discoverable.
                     * @enum {string}
                     */
                    residentKey: "required";
                    /** @description The same for older browsers. */
                    requireResidentKey: boolean;
                    /**
                     * @description Whether the authenticator must verify the person by PIN, fingerprint, or face.
                     * @enum {string}
                     */
                    userVerification: "required";
                };
                /**
                 * @description Attestation, which we don’t request.
                 * @enum {string}
                 */
                attestation: "none";
                /** @description The browser’s timeout, in milliseconds. */
                timeout: number;
            };
        };
        /** @description A challenge for a passkey. */
        PasskeyRequest: {
            /** @description Send it back with the credential. Works once, for 5 minutes. */
            ceremony: string;
            /** @description The options for `navigator.credentials.get()`. */
            options: {
                /** @description What the authenticator signs, in Base64url. */
                challenge: string;
                /** @description The domain that the passkeys belong to. */
                rpId: string;
                /** @description The accepted passkeys; any, if empty. */
                allowCredentials: {
                    /** @description A passkey’s credential id, in Base64url. */
                    id: string;
                    /**
                     * @description Always `public-key`.
                     * @enum {string}
                     */
                    type: "public-key";
                    /** @description How browsers reach it. */
                    transports: ("ble" | "cable" | "hybrid" | "internal" | "nfc" | "smart-card" | "usb")[];
                }[];
                /** @description The browser’s timeout, in milliseconds. */
                timeout: number;
                /**
                 * @description Whether the authenticator must verify the person by PIN, fingerprint, or face.
                 * @enum {string}
                 */
                userVerification: "required";
            };
        };
        /** @description The on-chain transaction of an approved withdrawal. */
        Payout: {
            /** @description The payout’s id. Digits in a string. */
            id: string;
            /** @description The withdrawal it pays. Digits in a string. */
            withdrawal: string;
            /** @description The member’s username. */
            username: string;
            /** @description Which attempt for this withdrawal, from 1. */
            attempt: number;
            /**
             * @description The coin that is paid.
             * @enum {string}
             */
            asset: "TRX" | "USDT";
            /** @description The paid amount. In whole coins: a decimal string of up to 6 decimals. */
            amount: string;
            /** @description The hot wallet. */
            from_address: string;
            /** @description The TRON address it is paid to. */
            to_address: string;
            /** @description The TRON transaction: 64 hexadecimal digits. */
            transaction_hash: string;
            /**
             * @description `stored`: signed, not final yet. `confirmed`: final. `failed`: failed on the network. `expired`: can no longer enter a block.
             * @enum {string}
             */
            state: "stored" | "confirmed" | "failed" | "expired";
            /**
             * Format: date-time
             * @description When it was signed. An ISO 8601 time in UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the transaction expires; null for a payout made elsewhere. An ISO 8601 time in UTC.
             */
            expires_at: string | null;
            /** @description The number of broadcasts. */
            broadcasts: number;
            /**
             * Format: date-time
             * @description When it was last sent; null before. An ISO 8601 time in UTC.
             */
            broadcast_at: string | null;
            /**
             * Format: date-time
             * @description When the outcome was final; null before. An ISO 8601 time in UTC.
             */
            settled_at: string | null;
            /** @description The network fee in TRX; null before it is final. In whole coins: a decimal string of up to 6 decimals. */
            network_fee_trx: string | null;
        };
        /** @description A payout with its signed transaction. */
        PayoutDetail: {
            /** @description The payout’s id. Digits in a string. */
            id: string;
            /** @description The withdrawal it pays. Digits in a string. */
            withdrawal: string;
            /** @description The member’s username. */
            username: string;
            /** @description Which attempt for this withdrawal, from 1. */
            attempt: number;
            /**
             * @description The coin that is paid.
             * @enum {string}
             */
            asset: "TRX" | "USDT";
            /** @description The paid amount. In whole coins: a decimal string of up to 6 decimals. */
            amount: string;
            /** @description The hot wallet. */
            from_address: string;
            /** @description The TRON address it is paid to. */
            to_address: string;
            /** @description The TRON transaction: 64 hexadecimal digits. */
            transaction_hash: string;
            /**
             * @description `stored`: signed, not final yet. `confirmed`: final. `failed`: failed on the network. `expired`: can no longer enter a block.
             * @enum {string}
             */
            state: "stored" | "confirmed" | "failed" | "expired";
            /**
             * Format: date-time
             * @description When it was signed. An ISO 8601 time in UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the transaction expires; null for a payout made elsewhere. An ISO 8601 time in UTC.
             */
            expires_at: string | null;
            /** @description The number of broadcasts. */
            broadcasts: number;
            /**
             * Format: date-time
             * @description When it was last sent; null before. An ISO 8601 time in UTC.
             */
            broadcast_at: string | null;
            /**
             * Format: date-time
             * @description When the outcome was final; null before. An ISO 8601 time in UTC.
             */
            settled_at: string | null;
            /** @description The network fee in TRX; null before it is final. In whole coins: a decimal string of up to 6 decimals. */
            network_fee_trx: string | null;
            /** @description The signed bytes in hexadecimal; null for a payout made elsewhere. */
            signed_transaction: string | null;
            /** @description The network’s last response; empty before. */
            last_answer: string;
        };
        /** @description One plan of a catalog, with its fee and its rewards. */
        Plan: {
            /** @description The plan’s id. Digits in a string. */
            id: string;
            /** @description The plan’s name: Bronze, Silver, Gold, Platinum, or Diamond. */
            name: string;
            /** @description The price of activating a profile: the same as `joining_fee`. In US dollars: a decimal string of 2 to 6 decimals. */
            cost: string;
            /**
             * @description `active` if the plan is in the catalog in force, `retired` if a newer version replaced it.
             * @enum {string}
             */
            status: "active" | "retired";
            /** @description The price of activating a profile. In US dollars: a decimal string of 2 to 6 decimals. */
            joining_fee: string;
            /** @description The plan below this one; null for Bronze. */
            upgrade_from: string | null;
            /** @description The plan that a complete board leads to; null for Diamond. */
            upgrade_to: string | null;
            /** @description The sponsor’s reward for each activation; `0.00` in the default catalog. In US dollars: a decimal string of 2 to 6 decimals. */
            direct: string;
            /** @description Paid to the seat directly above for each activation. In US dollars: a decimal string of 2 to 6 decimals. */
            level1: string;
            /** @description Paid to the seat two levels above for each activation. In US dollars: a decimal string of 2 to 6 decimals. */
            level2: string;
            /** @description Bronze profiles that a complete board creates; 0 for all but Diamond. */
            reentries: number;
            /** @description Paid to the member’s own sponsor for each activation. In US dollars: a decimal string of 2 to 6 decimals. */
            sponsor_bonus: string;
            /** @description The rewards of a complete board and one sponsor bonus together. In US dollars: a decimal string of 2 to 6 decimals. */
            total: string;
            /**
             * @description The plan’s color in the web app.
             * @enum {string}
             */
            color: "orange" | "gray" | "yellow" | "purple" | "blue";
        };
        /** @description One profile: inactive, or with a seat on its plan. */
        Profile: {
            /** @description The profile’s numeric id. Digits in a string. */
            id: string;
            /** @description The profile’s public id: two letters for the plan, then eight characters. */
            profile_id: string;
            /** @description Whether the profile has been activated and holds a seat. */
            active: boolean;
            /**
             * Format: date-time
             * @description When the profile was created. An ISO 8601 time in UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When its fee was paid; null while it is inactive. An ISO 8601 time in UTC.
             */
            activated_at: string | null;
            /** @description The profile’s origin. */
            origin: {
                /**
                 * @description `join`: created with the account. `upgrade` or `reentry`: created by a complete board.
                 * @enum {string}
                 */
                kind: "join" | "upgrade" | "reentry";
                /** @description The `profile_id` whose board created it; null for `join`. */
                from: string | null;
            };
            /** @description Whether it came with a members import, so that its fee wasn’t paid here. */
            imported: boolean;
            /** @description Progress of the profile’s board. */
            board: {
                /** @description How many of the six positions below the seat are taken. */
                filled: number;
                /**
                 * Format: date-time
                 * @description When the sixth position was taken; null until then. An ISO 8601 time in UTC.
                 */
                completed_at: string | null;
            };
            /** @description The plan, as the catalog had it when the profile was created. */
            plan: {
                /** @description The plan’s id. Digits in a string. */
                id: string;
                /** @description The plan’s name. */
                name: string;
                /** @description What activation costs. In US dollars: a decimal string of 2 to 6 decimals. */
                cost: string;
                /**
                 * @description `active` if the plan is in the catalog in force, `retired` if a newer version replaced it.
                 * @enum {string}
                 */
                status: "active" | "retired";
                /**
                 * @description Bronze profiles that the complete board creates.
                 * @default 0
                 */
                reentries: number;
            };
            /** @description Who owns the profile. */
            user: {
                /** @description The owner’s username. */
                username: string;
            };
        };
        /** @description A profile was activated: the joining fee was paid, and it took its seat. */
        ProfileActivatedEvent: {
            /** @description The event’s id. Repeats have the same one, so use it to ignore what you have seen. */
            id: string;
            /**
             * @description The version of this shape.
             * @constant
             */
            version: 1;
            /** @description Counts up, with gaps. A later event has a higher number. */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened. An ISO 8601 time in UTC.
             */
            created_at: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "profile.activated";
            member: components["schemas"]["WebhookMember"];
            /** @description What it is about. */
            data: {
                /** @description The profile’s id. Digits in a string. */
                id: string;
                /** @description The profile’s public id. */
                profile_id: string;
                /**
                 * @description The profile’s plan.
                 * @enum {string}
                 */
                plan: "Bronze" | "Silver" | "Gold" | "Platinum" | "Diamond";
                /** @description The joining fee. In US dollars: a decimal string of 2 to 6 decimals. */
                fee_amount: string;
            };
        };
        /** @description A member received a profile: the first one, or another after a complete board. */
        ProfileCreatedEvent: {
            /** @description The event’s id. Repeats have the same one, so use it to ignore what you have seen. */
            id: string;
            /**
             * @description The version of this shape.
             * @constant
             */
            version: 1;
            /** @description Counts up, with gaps. A later event has a higher number. */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened. An ISO 8601 time in UTC.
             */
            created_at: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "profile.created";
            member: components["schemas"]["WebhookMember"];
            /** @description What it is about. */
            data: {
                /** @description The profile’s id. Digits in a string. */
                id: string;
                /** @description The profile’s public id. */
                profile_id: string;
                /**
                 * @description The profile’s plan.
                 * @enum {string}
                 */
                plan: "Bronze" | "Silver" | "Gold" | "Platinum" | "Diamond";
                /**
                 * @description `join`: the first profile. `upgrade`: from a complete board, on the next plan. `reentry`: from a complete Diamond board.
                 * @enum {string}
                 */
                origin: "join" | "upgrade" | "reentry";
            };
        };
        /** @description A profile in the console’s list. */
        ProfileRow: {
            /** @description The profile’s numeric id. Digits in a string. */
            id: string;
            /** @description The profile’s public id: two letters for the plan, then eight characters. */
            profile_id: string;
            /** @description The plan’s name. */
            plan: string;
            /** @description Whether it holds a seat. */
            active: boolean;
            /** @description The owner’s username. */
            username: string;
            /** @description The owner’s member id. Digits in a string. */
            member_id: string;
            /** @description The catalog version with its prices. */
            catalogue_version: string;
            /**
             * @description How the profile was created.
             * @enum {string}
             */
            origin: "join" | "upgrade" | "reentry";
            /** @description Whether it came with a members import. */
            imported: boolean;
            /**
             * Format: date-time
             * @description When it was created. An ISO 8601 time in UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was activated; null if it wasn’t. An ISO 8601 time in UTC.
             */
            activated_at: string | null;
            /** @description The `profile_id` directly above; null without a seat. */
            parent: string | null;
            /**
             * @description The leg it is in; null without a seat.
             * @enum {string|null}
             */
            side: "left" | "right" | null;
            /** @description Levels below the root; null without a seat. */
            depth: number | null;
        };
        /** @description A balance proof, as canonical JSON. */
        ProofFile: {
            /** @description The version of the format. */
            v: number;
            /**
             * Format: date
             * @description A day in UTC: YYYY-MM-DD.
             */
            day: string;
            /** @description The member’s username. */
            username: string;
            /** @description The balance, in one part or several. */
            parts: {
                /** @description This part of the balance. In US dollars: a decimal string of 2 to 6 decimals. */
                owed: string;
                /** @description The group of your result. Only the first part has one. */
                group: number | null;
                /** @description The part’s salt, in base64. */
                salt: string;
                /** @description Its place in the tree. */
                index: number;
                /** @description The sibling hashes up to the root, in base64. */
                path: string[];
            }[];
            /** @description The exact text of the sheet. */
            sheet: string;
            /** @description The proof that the log contains the sheet’s hash. */
            seal: string;
        };
        /** @description The days with a balance proof. */
        Proofs: {
            /** @description Days, newest first. */
            results: {
                /**
                 * Format: date
                 * @description A day in UTC: YYYY-MM-DD.
                 */
                day: string;
                /**
                 * Format: date-time
                 * @description When the ledger sealed the sheet. An ISO 8601 time in UTC.
                 */
                sealed_at: string;
                /**
                 * Format: date-time
                 * @description The sheet’s cutoff in the ledger. An ISO 8601 time in UTC.
                 */
                cut_at: string;
                /** @description Your wallet and your holds at that time, according to your journal entries. In US dollars: a decimal string of 2 to 6 decimals. */
                balance: string;
            }[];
        };
        /** @description A legal text in the console. */
        PublishedText: {
            /**
             * @description Terms of service, or the privacy notice.
             * @enum {string}
             */
            kind: "terms" | "privacy";
            /** @description The version’s number. */
            version: string;
            /**
             * @description The language of the text.
             * @default en
             * @enum {string}
             */
            language: "en" | "es";
            /**
             * @description The language of the original, which prevails over its translations.
             * @default en
             * @enum {string}
             */
            original_language: "en" | "es";
            /** @description The text. Blank lines separate paragraphs. */
            body: string;
            /**
             * Format: date-time
             * @description When it came into force. An ISO 8601 time in UTC.
             */
            published_at: string;
            /** @description The text’s id. Digits in a string. */
            id: string;
            /** @description Who published it. */
            published_by: string;
            /** @description Whether it is the version in force. */
            in_force: boolean;
            /** @description Members who accepted it. */
            accepted_by: number;
            /** @description The translations of this version. */
            translations: {
                /**
                 * @description The language of the text.
                 * @default en
                 * @enum {string}
                 */
                language: "en" | "es";
                /** @description The translated text. */
                body: string;
                /** @description Who published it. */
                published_by: string;
                /**
                 * Format: date-time
                 * @description When it was published. An ISO 8601 time in UTC.
                 */
                published_at: string;
            }[];
        };
        /** @description The requirements for accepting real money. */
        Readiness: {
            /** @description Whether this installation handles real money. */
            real_money: boolean;
            /** @description Whether every item is done. */
            complete: boolean;
            /** @description Whether members can deposit. */
            deposits_open: boolean;
            /** @description The checklist. */
            items: {
                /**
                 * @description The item.
                 * @enum {string}
                 */
                name: "operating_entity" | "terms" | "privacy" | "regions" | "benefits" | "disclosure" | "support_contact" | "deposit_key_test" | "backup_restored" | "two_admins" | "https" | "two_nodes" | "withdrawal_hold" | "approval_limits" | "schema_owner" | "same_secret";
                /** @description The item’s title. */
                title: string;
                /** @description Why it matters. */
                why: string;
                /** @description Whether it is done. */
                done: boolean;
                /**
                 * @description Recorded by admins, or checked by the product.
                 * @enum {string}
                 */
                kind: "recorded" | "checked";
                /** @description The evidence; null if nothing was recorded. */
                evidence: string | null;
                /** @description `evidence` by its code; null if an admin wrote it. */
                evidence_text: components["schemas"]["Text"] | null;
                /** @description Who recorded it; null if nobody has. */
                recorded_by: string | null;
                /**
                 * Format: date-time
                 * @description When it was recorded; null if it wasn’t. An ISO 8601 time in UTC.
                 */
                recorded_at: string | null;
                /** @description The second admin who recorded it; null if nobody has. */
                confirmed_by: string | null;
                /** @description Whether another admin must record it, too. */
                needs_confirmation: boolean;
                /** @description Records that no longer count, because the operator isn’t an admin now. */
                not_counted: {
                    /** @description Who recorded it. */
                    operator: string;
                    /**
                     * @description Why their record no longer counts.
                     * @enum {string}
                     */
                    why: "disabled" | "not_admin";
                }[];
            }[];
        };
        /** @description A member you sponsored. */
        Referral: {
            /** @description The referral’s id. Digits in a string. */
            id: string;
            /**
             * Format: date-time
             * @description When the referred member joined. An ISO 8601 time in UTC.
             */
            date_referred: string;
            /** @description Your earnings from the referral’s own activations so far. In US dollars: a decimal string of 2 to 6 decimals. */
            earned: string;
            /** @description The member who was referred. */
            referred_user: {
                /** @description The referred member’s username. */
                username: string;
                /** @description The email address; masked unless the member shares it. */
                email: string;
                /** @description The phone number; masked unless the member shares it. */
                phone_number: string;
                /**
                 * Format: date-time
                 * @description When the member joined. An ISO 8601 time in UTC.
                 */
                date_joined: string;
                /** @description False once staff have suspended the account. */
                is_active: boolean;
                /** @description The member’s profiles. */
                profiles: {
                    /** @description The profile’s numeric id. Digits in a string. */
                    id: string;
                    /** @description The profile’s public id: two letters for the plan, then eight characters. */
                    profile_id: string;
                    /** @description Whether the profile has been activated and holds a seat. */
                    active: boolean;
                    /** @description The profile’s plan. */
                    plan: {
                        /** @description The plan’s name. */
                        name: string;
                    };
                }[];
            };
        };
        /** @description The received report. */
        ReportedProof: {
            /**
             * Format: date-time
             * @description When we received the report. An ISO 8601 time in UTC.
             */
            reported_at: string;
        };
        /** @description A new access change, with your half of a password. */
        RequestedAccessChange: {
            /** @description The request’s id. Digits in a string. */
            id: string;
            /**
             * @description `add` a new operator, change a `role`, `reset` password and second factors, or `disable`.
             * @enum {string}
             */
            kind: "add" | "role" | "reset" | "disable";
            /** @description The operator to change. */
            username: string;
            /**
             * @description The new role; null if the change has none.
             * @enum {string|null}
             */
            role: "support" | "finance" | "admin" | null;
            /** @description Why. */
            reason: string;
            /**
             * @description The decision so far. `stage`, where there is one, says more.
             * @enum {string}
             */
            status: "pending" | "approved" | "rejected";
            /** @description The admin who asked. */
            requested_by: string;
            /**
             * Format: date-time
             * @description When it was requested. An ISO 8601 time in UTC.
             */
            requested_at: string;
            /** @description The admin who decided; null while pending. */
            decided_by: string | null;
            /**
             * Format: date-time
             * @description When it was decided; null while pending. An ISO 8601 time in UTC.
             */
            decided_at: string | null;
            /** @description The first half of the first password, shown only now; null if the change has none. */
            first_password_half: string | null;
        };
        /** @description A random sample of deposit addresses. */
        ReserveSample: {
            /** @description The version of the format. */
            v: number;
            /** @description The day of the sheet. */
            day: string;
            /** @description The first final block at least ten minutes after the seal. */
            block: {
                /** @description Its number. */
                number: number;
                /** @description Its id, which selects the sample. */
                id: string;
            };
            /** @description The sampled addresses. */
            openings: {
                /** @description The number of the draw, from 0 to 63. */
                draw: number;
                /** @description The deposit address. */
                address: string;
                /** @description Its TRX at the cutoff. In whole coins: a decimal string of up to 6 decimals. */
                trx: string;
                /** @description Its USDT at the cutoff. In whole coins: a decimal string of up to 6 decimals. */
                usdt: string;
                /** @description The TRX of all addresses before it in the tree. In whole coins: a decimal string of up to 6 decimals. */
                trx_before: string;
                /** @description The USDT of all addresses before it in the tree. In whole coins: a decimal string of up to 6 decimals. */
                usdt_before: string;
                /** @description Its place in the tree. */
                index: number;
                /** @description The address’s salt in the tree, in base64. */
                salt: string;
                /** @description The sibling hashes up to the root, in base64. */
                path: string[];
            }[];
        };
        /** @description A member got a reward for another member’s activation. */
        RewardPaidEvent: {
            /** @description The event’s id. Repeats have the same one, so use it to ignore what you have seen. */
            id: string;
            /**
             * @description The version of this shape.
             * @constant
             */
            version: 1;
            /** @description Counts up, with gaps. A later event has a higher number. */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened. An ISO 8601 time in UTC.
             */
            created_at: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "reward.paid";
            member: components["schemas"]["WebhookMember"];
            /** @description What it is about. */
            data: {
                /** @description The reward. In US dollars: a decimal string of 2 to 6 decimals. */
                amount: string;
                /**
                 * @description For a seat directly below, one level further down, or for a referral.
                 * @enum {string}
                 */
                kind: "level_1" | "level_2" | "sponsor_bonus";
                /** @description The profile that was activated. */
                from: {
                    /** @description The profile’s id. Digits in a string. */
                    id: string;
                    /** @description The profile’s public id. */
                    profile_id: string;
                    /**
                     * @description The profile’s plan.
                     * @enum {string}
                     */
                    plan: "Bronze" | "Silver" | "Gold" | "Platinum" | "Diamond";
                };
            };
        };
        /** @description Filters of a list that you keep under a name. */
        SavedView: {
            /** @description The view’s id. Digits in a string. */
            id: string;
            /** @description The list: the call behind it. */
            list: string;
            /** @description The view’s name. */
            name: string;
            /** @description Filters and order, as in the page’s address. */
            search: string;
            /** @description Whether the list opens with this view. One per list. */
            is_default: boolean;
        };
        /** @description The days that have a sealed sheet. */
        SealedDays: {
            /** @description Up to 400 sealed days, newest first. A day without a sheet is missing. */
            results: {
                /**
                 * Format: date
                 * @description A day in UTC: YYYY-MM-DD.
                 */
                day: string;
                /** @description The SHA-256 of the exact bytes, in hexadecimal. */
                sha256: string;
                /**
                 * Format: date-time
                 * @description When the ledger sealed the hash. An ISO 8601 time in UTC.
                 */
                sealed_at: string;
            }[];
        };
        /** @description A seat in the downline of a profile. */
        SeatBeneath: {
            /** @description The profile’s numeric id. Digits in a string. */
            id: string;
            /** @description The profile’s public id: two letters for the plan, then eight characters. */
            profile_id: string;
            /** @description Whether the profile holds a seat. */
            active: boolean;
            /** @description The profile’s plan. */
            plan: {
                /** @description The plan’s name. */
                name: string;
            };
            /** @description Who owns the profile. */
            user: {
                /** @description The owner’s member id. Digits in a string. */
                id: string;
                /** @description The owner’s username. */
                username: string;
            };
            /** @description Levels below the requested profile; 1 is directly below. */
            level: number;
            /**
             * @description The leg, seen from the profile above.
             * @enum {string}
             */
            side: "left" | "right";
            /** @description Seats below it, in both legs. */
            team: number;
            /**
             * Format: date-time
             * @description When the seat was taken. An ISO 8601 time in UTC.
             */
            activated_at: string | null;
        };
        /** @description The service status. */
        ServiceStatus: {
            /**
             * Format: date-time
             * @description When we measured these figures. An ISO 8601 time in UTC.
             */
            at: string;
            /** @description Whether the product accepted requests in the last two minutes. */
            up: boolean;
            /** @description Uptime. A minute without a heartbeat counts as downtime. */
            uptime: {
                /** @description Minutes in the last 30 days, or since the first measurement. */
                minutes: number;
                /** @description Minutes in which the product accepted requests. */
                up: number;
            };
            /** @description From the request of a withdrawal to its final transaction. */
            withdrawals: {
                /** @description The number in the last 30 days. */
                count: number;
                /** @description The median; null without any. */
                p50_seconds: number | null;
                /** @description The 95th percentile; null without any. */
                p95_seconds: number | null;
                /** @description Withdrawals that are waiting now. */
                waiting: number;
                /** @description How long the oldest has waited; null without any. */
                oldest_seconds: number | null;
            };
            /** @description From the block of a payment to the credit in the wallet. */
            deposits: {
                /** @description The number in the last 30 days. */
                count: number;
                /** @description The median; null without any. */
                p50_seconds: number | null;
                /** @description The 95th percentile; null without any. */
                p95_seconds: number | null;
            };
            /** @description Age of the newest final block; null before any. */
            chain_lag_seconds: number | null;
            /**
             * Format: date
             * @description The day of the newest sealed sheet; null before any.
             */
            newest_sheet: string | null;
            /** @description Failed proofs that members reported in the last 30 days. */
            failed_proofs: number;
        };
        /** @description One signed-in device. */
        Session: {
            /** @description The session’s id, for ending it. Digits in a string. */
            id: string;
            /** @description Whether this is the session that made the request. */
            current: boolean;
            /** @description Browser and system, from the user agent. */
            device: string;
            /**
             * Format: date-time
             * @description When the session began. An ISO 8601 time in UTC.
             */
            signed_in_at: string;
            /**
             * Format: date-time
             * @description When the session was last used. An ISO 8601 time in UTC.
             */
            last_seen_at: string;
        };
        /** @description The sealed sheet of a day, in its exact bytes. */
        Sheet: {
            /** @description The version of the format. */
            v: number;
            /** @description The name of this installation’s log. */
            origin: string;
            /**
             * Format: date
             * @description A day in UTC: YYYY-MM-DD.
             */
            day: string;
            /** @description The hash of the sheet before; null for the first. */
            previous: string | null;
            /** @description The cutoff in the ledger for everything on the sheet. */
            cut: {
                /** @description The last command. */
                seq: number;
                /** @description The last journal entry. */
                journal: number;
                /**
                 * Format: date-time
                 * @description The time of the last command. An ISO 8601 time in UTC.
                 */
                at: string;
            };
            /** @description The sheet’s public log. */
            log: {
                /** @description The root of the log at the cutoff, in base64. */
                root: string;
                /** @description The number of commands in the log at that point. */
                size: number;
            };
            /** @description The SHA-256 of each part’s exact bytes, by the part’s name. */
            parts: {
                [key: string]: string;
            };
            /** @description The root of the liability tree. Older sheets have none. */
            liabilities?: {
                /** @description The hash of the tree’s root, in base64. */
                root: string;
                /** @description The number of leaves in the tree. A large balance has several. */
                leaves: number;
                /** @description Our debts to all members: wallets and holds for withdrawals. In US dollars: a decimal string of 2 to 6 decimals. */
                owed: string;
                /** @description The members in the tree: everyone but the company. */
                members: number;
                /** @description Members by result: never paid, then the groups of the income statement. All zero while fewer than 20 members have paid. */
                groups: number[];
            };
            /** @description Coins from senders we haven’t identified yet, which we owe, too. */
            unattributed?: {
                /** @description Uncredited TRX. In whole coins: a decimal string of up to 6 decimals. */
                trx: string;
                /** @description Uncredited USDT. In whole coins: a decimal string of up to 6 decimals. */
                usdt: string;
            };
            /** @description The SHA-256 of the verifiers that we served that day, by the file’s name. */
            code?: {
                [key: string]: string;
            };
        };
        /** @description Our debts to members, and our reserves. */
        Solvency: {
            /** @description The version of the format. */
            v: number;
            /** @description The chain. */
            network: string | null;
            /** @description Our debts, including coins without a known owner. */
            owed: {
                /** @description Our debts to members: wallets and holds. In US dollars: a decimal string of 2 to 6 decimals. */
                members: string;
                /** @description Uncredited TRX. In whole coins: a decimal string of up to 6 decimals. */
                trx: string;
                /** @description Uncredited USDT. In whole coins: a decimal string of up to 6 decimals. */
                usdt: string;
            };
            /** @description Our reserve wallets. */
            wallets: {
                /** @description The wallet’s address. */
                address: string;
                /**
                 * @description Whether its coins count: not without a signature of the last 35 days, and not while nodes disagree about its balance.
                 * @enum {string}
                 */
                state: "counted" | "unsigned" | "not_known";
                /** @description The newest statement that the wallet is ours; null without one. */
                statement: {
                    /** @description The text signed with the wallet’s key (TIP-191). */
                    text: string;
                    /** @description The signature: 65 bytes in hexadecimal. */
                    signature: string;
                } | null;
                /** @description TRX, staked TRX included; null if not known. In whole coins: a decimal string of up to 6 decimals. */
                trx: string | null;
                /** @description USDT; null if not known. In whole coins: a decimal string of up to 6 decimals. */
                usdt: string | null;
                /** @description The first final block of the reading. The balance is the lowest between both blocks. */
                from_block: number | null;
                /** @description The last final block of the reading. */
                to_block: number | null;
            }[];
            /** @description Coins that members paid and that we haven’t moved to a wallet yet. */
            deposits: {
                /** @description Deposit addresses that hold coins. */
                addresses: number;
                /** @description Their TRX. In whole coins: a decimal string of up to 6 decimals. */
                trx: string;
                /** @description Their USDT. In whole coins: a decimal string of up to 6 decimals. */
                usdt: string;
                /** @description The root of the tree over them, in base64; null without any. */
                root: string | null;
            };
            /** @description Our reserves; null while a part of them is unknown. */
            held: {
                /** @description TRX in wallets that count and at deposit addresses. In whole coins: a decimal string of up to 6 decimals. */
                trx: string;
                /** @description The same in USDT. In whole coins: a decimal string of up to 6 decimals. */
                usdt: string;
            } | null;
            /** @description The market price at the cutoff; null if there was none. USDT counts as one dollar. */
            rate: {
                /** @description The price of TRX. US dollars per coin: a decimal string of up to 8 decimals. */
                trx: string;
                /**
                 * Format: date-time
                 * @description When it applied. An ISO 8601 time in UTC.
                 */
                as_of: string;
            } | null;
            /** @description The same in dollars; null while a part isn’t known. */
            usd: {
                /** @description Our debts. In US dollars: a decimal string of 2 to 6 decimals. */
                owed: string;
                /** @description Our reserves. In US dollars: a decimal string of 2 to 6 decimals. */
                held: string;
            } | null;
            /** @description Our reserves in hundredths of a percent of our debts; null if unknown. */
            ratio: number | null;
            /** @description The ratio if TRX falls. Debts stay what they are: members are owed dollars. */
            falls?: {
                /** @description The fall of TRX, in percent. */
                percent: number;
                /** @description The resulting ratio; null if unknown. */
                ratio: number | null;
            }[];
            /** @description Readings at random times since the last sheet. */
            readings?: {
                /**
                 * Format: date-time
                 * @description When we read it. An ISO 8601 time in UTC.
                 */
                at: string;
                /** @description The final block of the reading. */
                to_block: number;
                /** @description Our debts at that time. */
                owed: {
                    /** @description Our debts to members. In US dollars: a decimal string of 2 to 6 decimals. */
                    members: string;
                    /** @description Uncredited TRX. In whole coins: a decimal string of up to 6 decimals. */
                    trx: string;
                    /** @description Uncredited USDT. In whole coins: a decimal string of up to 6 decimals. */
                    usdt: string;
                };
                /** @description Our reserves at that time. */
                held: {
                    /** @description TRX in wallets and at deposit addresses. In whole coins: a decimal string of up to 6 decimals. */
                    trx: string;
                    /** @description The same in USDT. In whole coins: a decimal string of up to 6 decimals. */
                    usdt: string;
                };
                /** @description The price of TRX. US dollars per coin: a decimal string of up to 8 decimals. */
                rate: string;
                /** @description The ratio at that time; null if we had no debts. */
                ratio: number | null;
            }[];
            /** @description The lowest ratio of the sheet and its readings; null with fewer than three readings. */
            lowest?: number | null;
        };
        /** @description Someone with access to the console. */
        StaffMember: {
            /** @description The operator’s username. */
            username: string;
            /**
             * @description `support` reads and answers members, `finance` also moves money, `admin` also manages staff.
             * @enum {string}
             */
            role: "support" | "finance" | "admin";
            /** @description Whether an authenticator app is set up. */
            totp_enrolled: boolean;
            /** @description Passkeys of the operator. One counts as a second factor. */
            passkeys: number;
            /**
             * Format: date-time
             * @description When the operator was added. An ISO 8601 time in UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When access was removed; null while it works. An ISO 8601 time in UTC.
             */
            disabled_at: string | null;
            /**
             * Format: date-time
             * @description When a session was last used; null if never. An ISO 8601 time in UTC.
             */
            last_seen_at: string | null;
            /** @description Open sessions. */
            sessions: number;
        };
        /** @description The wallet over a period. */
        Statement: {
            /** @description Whose wallet it is. */
            username: string;
            /**
             * Format: date-time
             * @description The start of the period. An ISO 8601 time in UTC.
             */
            from: string;
            /**
             * Format: date-time
             * @description The end of the period, itself excluded. An ISO 8601 time in UTC.
             */
            to: string;
            /** @description The balance at the start. In US dollars: a decimal string of 2 to 6 decimals. */
            opening_balance: string;
            /** @description The balance at the end: the opening balance plus all amounts. In US dollars: a decimal string of 2 to 6 decimals. */
            closing_balance: string;
            /** @description Every change to the wallet, oldest first. */
            entries: {
                /**
                 * Format: date-time
                 * @description When it happened. An ISO 8601 time in UTC.
                 */
                at: string;
                /** @description The journal entry. Digits in a string. */
                journal: string;
                /** @description What happened, in English. */
                description: string;
                /** @description `description` by its code, for clients that translate it. */
                text: components["schemas"]["Text"];
                /** @description The change: negative if money left the wallet. In US dollars: a decimal string of 2 to 6 decimals. */
                amount: string;
                /** @description The balance afterward. In US dollars: a decimal string of 2 to 6 decimals. */
                balance: string;
            }[];
        };
        /** @description A sentence in a form that a client can translate. */
        Text: {
            /** @description Identifies the sentence. Stable, so a client can translate by it. */
            code: string;
            /** @description The values that the sentence contains, by name. */
            params: {
                [key: string]: string | number;
            };
        };
        /** @description A profile and the two levels below it. */
        Tree: {
            /** @description The profile at this node. */
            profile: components["schemas"]["TreeProfile"];
            /** @description The node directly below on the left; null if that position is free. */
            left_child: {
                /** @description The profile at this node. */
                profile: components["schemas"]["TreeProfile"];
                /** @description The node directly below on the left; null if that position is free. */
                left_child: {
                    /** @description The profile at this node. */
                    profile: components["schemas"]["TreeProfile"];
                    /** @description Always null: the answer ends at this level. */
                    left_child: null;
                    /** @description Always null: the answer ends at this level. */
                    right_child: null;
                } | null;
                /** @description The node directly below on the right; null if that position is free. */
                right_child: {
                    /** @description The profile at this node. */
                    profile: components["schemas"]["TreeProfile"];
                    /** @description Always null: the answer ends at this level. */
                    left_child: null;
                    /** @description Always null: the answer ends at this level. */
                    right_child: null;
                } | null;
            } | null;
            /** @description The node directly below on the right; null if that position is free. */
            right_child: {
                /** @description The profile at this node. */
                profile: components["schemas"]["TreeProfile"];
                /** @description The node directly below on the left; null if that position is free. */
                left_child: {
                    /** @description The profile at this node. */
                    profile: components["schemas"]["TreeProfile"];
                    /** @description Always null: the answer ends at this level. */
                    left_child: null;
                    /** @description Always null: the answer ends at this level. */
                    right_child: null;
                } | null;
                /** @description The node directly below on the right; null if that position is free. */
                right_child: {
                    /** @description The profile at this node. */
                    profile: components["schemas"]["TreeProfile"];
                    /** @description Always null: the answer ends at this level. */
                    left_child: null;
                    /** @description Always null: the answer ends at this level. */
                    right_child: null;
                } | null;
            } | null;
        };
        /** @description The size of each leg below a profile. */
        TreeCounts: {
            /** @description The left leg. */
            left: {
                /** @description Active seats in this leg. */
                seats: number;
                /** @description Members who hold those seats. */
                members: number;
                /** @description The first free position, level by level; null if the profile has no seat. */
                next_free: {
                    /** @description The profile directly above the free position. */
                    parent: components["schemas"]["TreeProfile"];
                    /**
                     * @description The leg, seen from the profile above.
                     * @enum {string}
                     */
                    side: "left" | "right";
                    /** @description Levels below the requested profile, from 1. */
                    level: number;
                } | null;
                /** @description The end of the leg’s outer edge; null if the leg is empty. */
                outermost: {
                    /** @description The last profile on the outer edge. */
                    profile: components["schemas"]["TreeProfile"];
                    /** @description Levels below the requested profile. */
                    level: number;
                } | null;
            };
            /** @description The right leg. */
            right: {
                /** @description Active seats in this leg. */
                seats: number;
                /** @description Members who hold those seats. */
                members: number;
                /** @description The first free position, level by level; null if the profile has no seat. */
                next_free: {
                    /** @description The profile directly above the free position. */
                    parent: components["schemas"]["TreeProfile"];
                    /**
                     * @description The leg, seen from the profile above.
                     * @enum {string}
                     */
                    side: "left" | "right";
                    /** @description Levels below the requested profile, from 1. */
                    level: number;
                } | null;
                /** @description The end of the leg’s outer edge; null if the leg is empty. */
                outermost: {
                    /** @description The last profile on the outer edge. */
                    profile: components["schemas"]["TreeProfile"];
                    /** @description Levels below the requested profile. */
                    level: number;
                } | null;
            };
            /**
             * Format: date-time
             * @description The state of the network that the figures describe. An ISO 8601 time in UTC.
             */
            as_of: string;
            /** @description False for a few seconds after a restart, while only the nearest seats are counted. Ask again. */
            complete: boolean;
        };
        /** @description A whole downline in outline: parallel lists with one entry per cell. */
        TreeMap: {
            /** @description The profile’s numeric id, per cell. */
            ids: string[];
            /** @description The index of the cell above, per cell; -1 for the first. */
            parents: number[];
            /** @description The leg, per cell: 0 is left, 1 is right. */
            sides: (0 | 1)[];
            /** @description Seats of the cell and everything below it. */
            sizes: number[];
            /** @description Seats too narrow to get a cell of their own. */
            left_out: number;
            /**
             * Format: date-time
             * @description The state of the network that the figures describe. An ISO 8601 time in UTC.
             */
            as_of: string;
            /** @description False for a few seconds after a restart, while only the nearest seats are counted. Ask again. */
            complete: boolean;
        };
        /** @description A profile as it appears in a placement tree. */
        TreeProfile: {
            /** @description The profile’s numeric id. Digits in a string. */
            id: string;
            /** @description The profile’s public id: two letters for the plan, then eight characters. */
            profile_id: string;
            /** @description Whether the profile holds a seat. */
            active: boolean;
            /** @description The profile’s plan. */
            plan: {
                /** @description The plan’s name. */
                name: string;
            };
            /** @description Who owns the profile. */
            user: {
                /** @description The owner’s member id. Digits in a string. */
                id: string;
                /** @description The owner’s username. */
                username: string;
            };
        };
        /** @description A few levels of a placement tree. */
        TreeWindow: {
            /** @description The top seat, then each level from left to right. */
            seats: components["schemas"]["WindowSeat"][];
            /**
             * Format: date-time
             * @description The state of the network that the figures describe. An ISO 8601 time in UTC.
             */
            as_of: string;
            /** @description False for a few seconds after a restart, while only the nearest seats are counted. Ask again. */
            complete: boolean;
        };
        /** @description Activity and solvency over time. */
        Trends: {
            /** @description Each day of the period. */
            days: {
                /**
                 * Format: date
                 * @description The day (UTC), as `YYYY-MM-DD`.
                 */
                day: string;
                /** @description Members who joined. */
                joins: number;
                /** @description Profiles that were activated. */
                activations: number;
                /** @description Complete boards by plan. */
                boards: {
                    /** @description The plan’s name. */
                    plan: string;
                    /** @description Boards completed. */
                    completed: number;
                }[];
                /** @description Deposit fees charged. In US dollars: a decimal string of 2 to 6 decimals. */
                deposit_fees: string;
                /** @description Withdrawal fees charged. In US dollars: a decimal string of 2 to 6 decimals. */
                withdrawal_fees: string;
                /** @description The company’s share of the joining fees. In US dollars: a decimal string of 2 to 6 decimals. */
                margin: string;
            }[];
            /** @description At most 400 measurements of the period, oldest first. */
            solvency: {
                /**
                 * Format: date-time
                 * @description When it was measured. An ISO 8601 time in UTC.
                 */
                at: string;
                /** @description Our debts to members. In US dollars: a decimal string of 2 to 6 decimals. */
                owed: string;
                /** @description TRX we held. In whole coins: a decimal string of up to 6 decimals. */
                trx: string;
                /** @description USDT we held. In whole coins: a decimal string of up to 6 decimals. */
                usdt: string;
                /** @description Their value; null without a rate. In US dollars: a decimal string of 2 to 6 decimals. */
                value_usd: string | null;
                /** @description The value divided by our debts, as a decimal string; null if unknown. */
                ratio: string | null;
            }[];
        };
        /** @description A transfer that matched no open deposit request. */
        Unattributed: {
            /** @description The transfer’s id. Digits in a string. */
            id: string;
            /**
             * @description The coin on the TRON network: TRX, or USDT as a TRC-20 token.
             * @enum {string}
             */
            cryptocurrency: "TRX" | "USDT";
            /** @description The received amount. In whole coins: a decimal string of up to 6 decimals. */
            crypto_amount: string;
            /** @description The rate when it was received; null if there was none. US dollars per coin: a decimal string of up to 8 decimals. */
            rate: string | null;
            /** @description The amount credited on acceptance; null if it is too small. In US dollars: a decimal string of 2 to 6 decimals. */
            amount: string | null;
            /** @description The deposit fee; null if it is too small. In US dollars: a decimal string of 2 to 6 decimals. */
            fee_amount: string | null;
            /** @description The TRON transaction: 64 hexadecimal digits. */
            transaction_hash: string;
            /**
             * Format: date-time
             * @description When its block was made. An ISO 8601 time in UTC.
             */
            received_at: string;
            /**
             * Format: date-time
             * @description When it is credited automatically; null if it won’t be. An ISO 8601 time in UTC.
             */
            accepts_itself_at: string | null;
            /**
             * @description `waiting`: can be accepted. `accepted`: credited. `too_small`: worth less than the minimum fee and a cent, so it is shown and never credited.
             * @enum {string}
             */
            status: "waiting" | "accepted" | "too_small";
            /** @description Why it matched no request. */
            reason: string;
            /** @description `reason` by its code, for clients that translate it. */
            reason_text: components["schemas"]["Text"];
        };
        /** @description The signed-in member, with wallet and profiles. */
        User: {
            /** @description The member’s id. Digits in a string. */
            id: string;
            /** @description The member’s username. */
            username: string;
            /** @description The confirmed email address. */
            email: string;
            /** @description First name; empty if not set. */
            first_name: string;
            /** @description Last name; empty if not set. */
            last_name: string;
            /** @description Phone number; empty if not set. */
            phone_number: string;
            /** @description Verified members who joined with this member’s referral code. */
            total_referrals: number;
            /** @description Everything earned so far, sponsor bonuses included. In US dollars: a decimal string of 2 to 6 decimals. */
            total_rewards: string;
            /** @description What the member can spend now. Excludes amounts held for withdrawals. In US dollars: a decimal string of 2 to 6 decimals. */
            wallet_balance: string;
            /** @description The TRON address that withdrawals are paid to; null until the member sets one. */
            wallet_address: string | null;
            /** @description The code with which others register under this sponsor. */
            referral_code: string;
            /** @description Whether a complete board activates the next plan’s profile on its own. */
            auto_upgrade: boolean;
            /** @description Whether the sponsor sees the full email address and phone number. */
            share_contact: boolean;
            /**
             * @description The member’s language: of emails, statements, and the web app.
             * @default en
             * @enum {string}
             */
            language: "en" | "es";
            /** @description A new address waiting for its link to be opened; null if none. */
            pending_email: string | null;
            /** @description False once staff have suspended the account. */
            is_active: boolean;
            /**
             * Format: date-time
             * @description When the account was created. An ISO 8601 time in UTC.
             */
            date_joined: string;
            /** @description Deposit requests waiting for payment, newest first: at most one for each coin. */
            open_deposits: string[];
            /** @description The operator who is viewing as this member; null for the member. */
            viewed_by: string | null;
            /** @description The member’s first 1,000 profiles: highest plan first, then newest. */
            profiles: components["schemas"]["Profile"][];
        };
        /** @description Staff corrected a member’s wallet. */
        WalletAdjustedEvent: {
            /** @description The event’s id. Repeats have the same one, so use it to ignore what you have seen. */
            id: string;
            /**
             * @description The version of this shape.
             * @constant
             */
            version: 1;
            /** @description Counts up, with gaps. A later event has a higher number. */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened. An ISO 8601 time in UTC.
             */
            created_at: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "wallet.adjusted";
            member: components["schemas"]["WebhookMember"];
            /** @description What it is about. */
            data: {
                /** @description The adjustment’s id. Digits in a string. */
                id: string;
                /** @description The amount added; negative if taken out. In US dollars: a decimal string of 2 to 6 decimals. */
                amount: string;
            };
        };
        /** @description Where a member sends one kind of coin. */
        WalletInfo: {
            /**
             * @description Always true.
             * @constant
             */
            success: true;
            /** @description The address to pay to: the member’s own TRON address. */
            wallet_address: string;
            /** @description A QR code of the URI: an image in a `data:` URI. */
            qr_code: string;
            /** @description A URI that wallet apps open. */
            payment_uri: string;
            /** @description The maximum amount of one deposit request; null if there is none. In US dollars: a decimal string of 2 to 6 decimals. */
            maximum_deposit: string | null;
        };
        /** @description An endpoint that receives our events. */
        Webhook: {
            /** @description The endpoint’s id. Digits in a string. */
            id: string;
            /** @description Where we send events. */
            url: string;
            /** @description What it is for. */
            description: string;
            /** @description The event types it receives. */
            events: ("member.registered" | "profile.created" | "profile.activated" | "reward.paid" | "deposit.credited" | "withdrawal.requested" | "withdrawal.approved" | "withdrawal.paid" | "withdrawal.failed" | "withdrawal.rejected" | "withdrawal.cancelled" | "wallet.adjusted")[];
            /** @description Whether it receives events. */
            enabled: boolean;
            /**
             * Format: date-time
             * @description When it was added. An ISO 8601 time in UTC.
             */
            created_at: string;
            /** @description The operator who added it. */
            created_by: string;
            /**
             * Format: date-time
             * @description The first failure since the last success; null if it works. An ISO 8601 time in UTC.
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description When it was disabled; null while it is enabled. An ISO 8601 time in UTC.
             */
            disabled_at: string | null;
            /** @description Who disabled it; null if we did, because it kept failing. */
            disabled_by: string | null;
            /**
             * Format: date-time
             * @description Until when the previous secret also signs; null if it doesn’t. An ISO 8601 time in UTC.
             */
            previous_secret_until: string | null;
            /** @description Pending events, counted up to 10,000. */
            pending: number;
            /** @description Failed events of the last 30 days, counted up to 10,000. */
            failed: number;
        };
        /** @description A delivery of an event to an endpoint. */
        WebhookDelivery: {
            /** @description The event’s number, counting up. Digits in a string. */
            id: string;
            /** @description The event’s id, as receivers see it. */
            event_id: string;
            /** @description What happened. */
            type: string;
            /** @description The affected member; null if there is none. Digits in a string. */
            member_id: string | null;
            /**
             * @description `pending`: we send it, or try again. `delivered`: the endpoint answered 2xx. `failed`: we gave up.
             * @enum {string}
             */
            state: "pending" | "delivered" | "failed";
            /** @description The number of attempts. */
            attempts: number;
            /**
             * Format: date-time
             * @description When it was created. An ISO 8601 time in UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When we last sent it; null before. An ISO 8601 time in UTC.
             */
            last_at: string | null;
            /**
             * Format: date-time
             * @description When we send it next; null if we don’t, or if it follows an earlier event. An ISO 8601 time in UTC.
             */
            next_at: string | null;
            /** @description The HTTP status of the last answer; null without one. */
            status: number | null;
            /** @description The first 1,024 bytes of the last answer. */
            answer: string;
            /** @description Why the last attempt failed; empty if it didn’t. */
            failure: string;
            /** @description The payload. */
            body: string;
        };
        /** @description The member affected by an event. */
        WebhookMember: {
            /** @description The member’s id. Digits in a string. */
            id: string;
            /** @description The member’s username. */
            username: string;
        };
        /** @description Staff sent a test from the console. */
        WebhookTestEvent: {
            /** @description The event’s id. Repeats have the same one, so use it to ignore what you have seen. */
            id: string;
            /**
             * @description The version of this shape.
             * @constant
             */
            version: 1;
            /** @description Counts up, with gaps. A later event has a higher number. */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened. An ISO 8601 time in UTC.
             */
            created_at: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "webhook.test";
            /** @description Nobody. */
            member: null;
            /** @description Nothing of interest. */
            data: {
                /** @description Always true. */
                test: boolean;
            };
        };
        /** @description An endpoint with its new secret. */
        WebhookWithSecret: {
            webhook: components["schemas"]["Webhook"];
            /** @description The signing secret, shown only here. */
            secret: string;
        };
        /** @description A replay of the whole history under a draft’s prices. */
        WhatIf: {
            /** @description The draft’s id. Digits in a string. */
            draft: string;
            /** @description The revision that was replayed. */
            revision: number;
            /**
             * @description The replay’s progress.
             * @enum {string}
             */
            state: "none" | "running" | "done" | "failed";
            /** @description The completed share, from 0 to 1. */
            progress: number;
            /** @description Why it failed; null if it didn’t. */
            failure: string | null;
            /** @description The result; null until it is done. */
            answer: {
                /** @description Commands that were replayed. */
                commands: number;
                /** @description Commands that were accepted and would have been refused under the draft. */
                refused: {
                    /** @description The kind of command. */
                    kind: string;
                    /** @description Why it would have been refused. */
                    code: string;
                    /** @description How many. */
                    count: number;
                }[];
                /** @description Rewards paid to members. */
                paid: {
                    /** @description As it really was. In US dollars: a decimal string of 2 to 6 decimals. */
                    actual: string;
                    /** @description As it would have been. In US dollars: a decimal string of 2 to 6 decimals. */
                    draft: string;
                };
                /** @description The company’s share of the joining fees. */
                margin: {
                    /** @description As it really was. In US dollars: a decimal string of 2 to 6 decimals. */
                    actual: string;
                    /** @description As it would have been. In US dollars: a decimal string of 2 to 6 decimals. */
                    draft: string;
                };
                /** @description Members’ wallets and the value of unmatched transfers. */
                owed: {
                    /** @description As it really was. In US dollars: a decimal string of 2 to 6 decimals. */
                    actual: string;
                    /** @description As it would have been. In US dollars: a decimal string of 2 to 6 decimals. */
                    draft: string;
                };
                /** @description Complete boards by plan. */
                boards: {
                    /** @description The plan. */
                    plan: string;
                    /** @description Boards completed, as it really was. */
                    actual: number;
                    /** @description Boards completed, as it would have been. */
                    draft: number;
                }[];
                /** @description The current value of our coins; null while TRX has no rate. In US dollars: a decimal string of 2 to 6 decimals. */
                custody_value: string | null;
                /** @description Whether our coins cover our debts. */
                solvent: {
                    /** @description Whether the coins cover our debts; null if unknown. */
                    actual: boolean | null;
                    /** @description Whether they would cover the debts; null if unknown. */
                    draft: boolean | null;
                };
                /** @description Members whose wallet would differ. */
                members_differing: number;
                /** @description The members whose wallet would differ the most. */
                top: {
                    /** @description The member. */
                    username: string;
                    /** @description The wallet, as it really is. In US dollars: a decimal string of 2 to 6 decimals. */
                    actual: string;
                    /** @description The wallet, as it would be. In US dollars: a decimal string of 2 to 6 decimals. */
                    draft: string;
                    /** @description The difference. In US dollars: a decimal string of 2 to 6 decimals. */
                    difference: string;
                }[];
            } | null;
        };
        /** @description A seat with the size of each of its legs. */
        WindowSeat: {
            /** @description The profile’s numeric id. Digits in a string. */
            id: string;
            /** @description The profile’s public id: two letters for the plan, then eight characters. */
            profile_id: string;
            /** @description Whether the profile holds a seat. */
            active: boolean;
            /** @description The profile’s plan. */
            plan: {
                /** @description The plan’s name. */
                name: string;
            };
            /** @description Who owns the profile. */
            user: {
                /** @description The owner’s member id. Digits in a string. */
                id: string;
                /** @description The owner’s username. */
                username: string;
            };
            /** @description The `id` of the seat directly above; null for the top seat. */
            parent_id: string | null;
            /**
             * @description The leg it is in; null for the top seat.
             * @enum {string|null}
             */
            side: "left" | "right" | null;
            /** @description Levels below the top seat, which is 0. */
            level: number;
            /** @description Seats in its left leg. */
            left: number;
            /** @description Seats in its right leg. */
            right: number;
            /**
             * Format: date-time
             * @description When the seat was taken; null while the profile is inactive. An ISO 8601 time in UTC.
             */
            activated_at: string | null;
        };
        /** @description A withdrawal that a member requested. */
        Withdrawal: {
            /** @description The withdrawal’s id. Digits in a string. */
            id: string;
            /** @description The amount debited from the wallet. In US dollars: a decimal string of 2 to 6 decimals. */
            amount: string;
            /** @description The fee deducted from the amount, including the USDT network fee. In US dollars: a decimal string of 2 to 6 decimals. */
            fee_amount: string;
            /** @description The payout: the amount minus the fee. In US dollars: a decimal string of 2 to 6 decimals. */
            net_amount: string;
            /** @description `trx` or `usdt`. */
            payment_method: string;
            /** @description The note sent with the request, or the address. */
            payment_details: string;
            /** @description The TRON address it is paid to. */
            wallet_address: string;
            /**
             * @description The decision so far. `stage`, where there is one, says more.
             * @enum {string}
             */
            status: "pending" | "approved" | "rejected";
            /**
             * @description `pending`: waiting for approval. `approved`: the payout is being made. `sent`: on the network. `confirmed`: final. `failed`: the payout failed and needs a new approval. `rejected` and `cancelled`: the money is back in the wallet.
             * @enum {string}
             */
            stage: "pending" | "approved" | "sent" | "confirmed" | "failed" | "rejected" | "cancelled";
            /** @description Counts changes. An approval names the revision it saw. */
            revision: number;
            /**
             * Format: date-time
             * @description Not paid before then; null if there is no hold. An ISO 8601 time in UTC.
             */
            hold_until: string | null;
            /** @description Why it was rejected or failed; null otherwise. */
            reason: string | null;
            /**
             * Format: date-time
             * @description When it was requested. An ISO 8601 time in UTC.
             */
            request_date: string;
            /**
             * Format: date-time
             * @description When it was decided or paid; null before. An ISO 8601 time in UTC.
             */
            processed_date: string | null;
            /** @description The payout’s transaction; null before it is sent. */
            transaction_hash: string | null;
            /**
             * @description What was sent; null before it is sent. In whole coins: a decimal string of up to 6 decimals.
             * @default null
             */
            sent_amount: string | null;
            /**
             * @description The rate of the payout, 1 for USDT; null before it is sent. US dollars per coin: a decimal string of up to 8 decimals.
             * @default null
             */
            sent_rate: string | null;
        };
        /** @description Staff approved a withdrawal. It will be paid out. */
        WithdrawalApprovedEvent: {
            /** @description The event’s id. Repeats have the same one, so use it to ignore what you have seen. */
            id: string;
            /**
             * @description The version of this shape.
             * @constant
             */
            version: 1;
            /** @description Counts up, with gaps. A later event has a higher number. */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened. An ISO 8601 time in UTC.
             */
            created_at: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "withdrawal.approved";
            member: components["schemas"]["WebhookMember"];
            /** @description What it is about. */
            data: {
                /** @description The withdrawal’s id. Digits in a string. */
                id: string;
                /** @description The amount debited from the wallet. In US dollars: a decimal string of 2 to 6 decimals. */
                amount: string;
                /** @description The fees taken out of the amount. In US dollars: a decimal string of 2 to 6 decimals. */
                fee_amount: string;
                /** @description What is paid out. In US dollars: a decimal string of 2 to 6 decimals. */
                net_amount: string;
                /**
                 * @description The coin of the payout.
                 * @enum {string}
                 */
                coin: "TRX" | "USDT";
            };
        };
        /** @description A member canceled a withdrawal. The amount is back in the wallet. */
        WithdrawalCancelledEvent: {
            /** @description The event’s id. Repeats have the same one, so use it to ignore what you have seen. */
            id: string;
            /**
             * @description The version of this shape.
             * @constant
             */
            version: 1;
            /** @description Counts up, with gaps. A later event has a higher number. */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened. An ISO 8601 time in UTC.
             */
            created_at: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "withdrawal.cancelled";
            member: components["schemas"]["WebhookMember"];
            /** @description What it is about. */
            data: {
                /** @description The withdrawal’s id. Digits in a string. */
                id: string;
                /** @description The amount debited from the wallet. In US dollars: a decimal string of 2 to 6 decimals. */
                amount: string;
                /** @description The fees taken out of the amount. In US dollars: a decimal string of 2 to 6 decimals. */
                fee_amount: string;
                /** @description What is paid out. In US dollars: a decimal string of 2 to 6 decimals. */
                net_amount: string;
                /**
                 * @description The coin of the payout.
                 * @enum {string}
                 */
                coin: "TRX" | "USDT";
            };
        };
        /** @description Everything about one withdrawal. */
        WithdrawalDetail: {
            /** @description The withdrawal’s id. Digits in a string. */
            id: string;
            /** @description The amount debited from the wallet. In US dollars: a decimal string of 2 to 6 decimals. */
            amount: string;
            /** @description The fee deducted from the amount, including the USDT network fee. In US dollars: a decimal string of 2 to 6 decimals. */
            fee_amount: string;
            /** @description The payout: the amount minus the fee. In US dollars: a decimal string of 2 to 6 decimals. */
            net_amount: string;
            /** @description `trx` or `usdt`. */
            payment_method: string;
            /** @description The note sent with the request, or the address. */
            payment_details: string;
            /** @description The TRON address it is paid to. */
            wallet_address: string;
            /**
             * @description The decision so far. `stage`, where there is one, says more.
             * @enum {string}
             */
            status: "pending" | "approved" | "rejected";
            /**
             * @description `pending`: waiting for approval. `approved`: the payout is being made. `sent`: on the network. `confirmed`: final. `failed`: the payout failed and needs a new approval. `rejected` and `cancelled`: the money is back in the wallet.
             * @enum {string}
             */
            stage: "pending" | "approved" | "sent" | "confirmed" | "failed" | "rejected" | "cancelled";
            /** @description Counts changes. An approval names the revision it saw. */
            revision: number;
            /**
             * Format: date-time
             * @description Not paid before then; null if there is no hold. An ISO 8601 time in UTC.
             */
            hold_until: string | null;
            /** @description Why it was rejected or failed; null otherwise. */
            reason: string | null;
            /**
             * Format: date-time
             * @description When it was requested. An ISO 8601 time in UTC.
             */
            request_date: string;
            /**
             * Format: date-time
             * @description When it was decided or paid; null before. An ISO 8601 time in UTC.
             */
            processed_date: string | null;
            /** @description The payout’s transaction; null before it is sent. */
            transaction_hash: string | null;
            /** @description The member’s username. */
            username: string;
            /** @description The member’s id. Digits in a string. */
            member_id: string;
            /** @description Warning signs. `new_address`: never paid to before. `first_withdrawal`: the member’s first. `shared_address`: others use the address too. `velocity`: many requests in a day. `on_hold`: after a security change. `suspended`: not paid while the member is suspended. `disputed`: not paid, because the member has reported that someone else used the account. `quarantined`: we can’t pay it as it is. `paid_late`: a payout that failed has paid it after all. Approve it again, and record that transaction. `history_lost`: the database lost commands, a transfer to its address is unexplained, or the scan of the chain hasn’t caught up since the database last started, so we may have paid it already. `in_signer_file`: a file for an offline signer, discarded or not, may still pay it. */
            flags: ("new_address" | "first_withdrawal" | "shared_address" | "velocity" | "on_hold" | "suspended" | "disputed" | "quarantined" | "paid_late" | "history_lost" | "in_signer_file")[];
            /** @description Who is working on this item now; null if nobody is. */
            claim: {
                /** @description Who is working on it. */
                operator: string;
                /**
                 * Format: date-time
                 * @description When the claim expires. An ISO 8601 time in UTC.
                 */
                ends_at: string;
                /** @description True if they claimed an approved withdrawal, and may be paying it from another wallet. Missing otherwise. */
                to_pay?: boolean;
            } | null;
            /** @description Approvals of the current revision. */
            approvals: {
                /** @description Who approved it. */
                operator: string;
                /**
                 * Format: date-time
                 * @description When. An ISO 8601 time in UTC.
                 */
                at: string;
            }[];
            /** @description How many different operators must approve it. */
            approvals_needed: number;
            /** @description Who requested it. */
            member: components["schemas"]["MemberRow"];
            /** @description The member’s money history. */
            history: {
                /** @description The member’s total deposits. In US dollars: a decimal string of 2 to 6 decimals. */
                deposited: string;
                /** @description The member’s total payouts. In US dollars: a decimal string of 2 to 6 decimals. */
                withdrawn: string;
                /** @description Withdrawals paid so far. */
                withdrawals_paid: number;
                /** @description Withdrawals rejected so far. */
                withdrawals_rejected: number;
                /**
                 * Format: date-time
                 * @description When the last one was paid; null if none was. An ISO 8601 time in UTC.
                 */
                last_paid_at: string | null;
                /** @description Other members who use this address. */
                address_used_by: string[];
            };
            /**
             * Format: date-time
             * @description A manual payout can’t be recorded before then; null if no hold prevents it. An ISO 8601 time in UTC.
             */
            recordable_at: string | null;
            /** @description All attempts to pay it, newest first. */
            payouts: components["schemas"]["Payout"][];
        };
        /** @description A payout failed on the network. The withdrawal needs a new approval. */
        WithdrawalFailedEvent: {
            /** @description The event’s id. Repeats have the same one, so use it to ignore what you have seen. */
            id: string;
            /**
             * @description The version of this shape.
             * @constant
             */
            version: 1;
            /** @description Counts up, with gaps. A later event has a higher number. */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened. An ISO 8601 time in UTC.
             */
            created_at: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "withdrawal.failed";
            member: components["schemas"]["WebhookMember"];
            /** @description What it is about. */
            data: {
                /** @description The withdrawal’s id. Digits in a string. */
                id: string;
                /** @description The amount debited from the wallet. In US dollars: a decimal string of 2 to 6 decimals. */
                amount: string;
                /** @description The fees taken out of the amount. In US dollars: a decimal string of 2 to 6 decimals. */
                fee_amount: string;
                /** @description What is paid out. In US dollars: a decimal string of 2 to 6 decimals. */
                net_amount: string;
                /**
                 * @description The coin of the payout.
                 * @enum {string}
                 */
                coin: "TRX" | "USDT";
                /** @description Why it failed. */
                reason: string;
            };
        };
        /** @description A payout is final on the network. */
        WithdrawalPaidEvent: {
            /** @description The event’s id. Repeats have the same one, so use it to ignore what you have seen. */
            id: string;
            /**
             * @description The version of this shape.
             * @constant
             */
            version: 1;
            /** @description Counts up, with gaps. A later event has a higher number. */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened. An ISO 8601 time in UTC.
             */
            created_at: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "withdrawal.paid";
            member: components["schemas"]["WebhookMember"];
            /** @description What it is about. */
            data: {
                /** @description The withdrawal’s id. Digits in a string. */
                id: string;
                /** @description The amount debited from the wallet. In US dollars: a decimal string of 2 to 6 decimals. */
                amount: string;
                /** @description The fees taken out of the amount. In US dollars: a decimal string of 2 to 6 decimals. */
                fee_amount: string;
                /** @description What is paid out. In US dollars: a decimal string of 2 to 6 decimals. */
                net_amount: string;
                /**
                 * @description The coin of the payout.
                 * @enum {string}
                 */
                coin: "TRX" | "USDT";
                /** @description The TRON transaction, 64 hexadecimal digits. */
                transaction_hash: string;
            };
        };
        /** @description Staff rejected a withdrawal. The amount is back in the wallet. */
        WithdrawalRejectedEvent: {
            /** @description The event’s id. Repeats have the same one, so use it to ignore what you have seen. */
            id: string;
            /**
             * @description The version of this shape.
             * @constant
             */
            version: 1;
            /** @description Counts up, with gaps. A later event has a higher number. */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened. An ISO 8601 time in UTC.
             */
            created_at: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "withdrawal.rejected";
            member: components["schemas"]["WebhookMember"];
            /** @description What it is about. */
            data: {
                /** @description The withdrawal’s id. Digits in a string. */
                id: string;
                /** @description The amount debited from the wallet. In US dollars: a decimal string of 2 to 6 decimals. */
                amount: string;
                /** @description The fees taken out of the amount. In US dollars: a decimal string of 2 to 6 decimals. */
                fee_amount: string;
                /** @description What is paid out. In US dollars: a decimal string of 2 to 6 decimals. */
                net_amount: string;
                /**
                 * @description The coin of the payout.
                 * @enum {string}
                 */
                coin: "TRX" | "USDT";
                /** @description The reason they gave. */
                reason: string;
            };
        };
        /** @description A member requested a withdrawal. The amount is on hold. */
        WithdrawalRequestedEvent: {
            /** @description The event’s id. Repeats have the same one, so use it to ignore what you have seen. */
            id: string;
            /**
             * @description The version of this shape.
             * @constant
             */
            version: 1;
            /** @description Counts up, with gaps. A later event has a higher number. */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened. An ISO 8601 time in UTC.
             */
            created_at: string;
            /**
             * @description What happened.
             * @constant
             */
            type: "withdrawal.requested";
            member: components["schemas"]["WebhookMember"];
            /** @description What it is about. */
            data: {
                /** @description The withdrawal’s id. Digits in a string. */
                id: string;
                /** @description The amount debited from the wallet. In US dollars: a decimal string of 2 to 6 decimals. */
                amount: string;
                /** @description The fees taken out of the amount. In US dollars: a decimal string of 2 to 6 decimals. */
                fee_amount: string;
                /** @description What is paid out. In US dollars: a decimal string of 2 to 6 decimals. */
                net_amount: string;
                /**
                 * @description The coin of the payout.
                 * @enum {string}
                 */
                coin: "TRX" | "USDT";
            };
        };
    };
    responses: never;
    parameters: {
        /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
        "Twofold-Seen": string;
        /** @description Makes the call safe to repeat. Use a new UUID for each user action. */
        "Idempotency-Key": string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    register: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The username: letters, digits, `.`, `_`, and `-`. Unique without regard to case. */
                    username: string;
                    /** @description The email address. The account opens once its link is opened. */
                    email: string;
                    /** @description The new password. Common passwords and ones like the username are refused. */
                    password: string;
                    /** @description The new password again, to catch typing errors. */
                    password2: string;
                    /** @description The sponsor’s referral code or username. Without one, the company is the sponsor. */
                    referral_code?: string | null;
                    /** @description The version of the terms the person accepts. Required once terms are published. */
                    terms_version?: string | null;
                    /** @description The version of the privacy notice the person accepts. Required once one is published. */
                    privacy_version?: string | null;
                    /**
                     * @description The language in which the person saw the terms. Defaults to the original’s.
                     * @enum {string}
                     */
                    terms_language?: "en" | "es";
                    /**
                     * @description The language in which the person saw the privacy notice. Defaults to the original’s.
                     * @enum {string}
                     */
                    privacy_language?: "en" | "es";
                    /**
                     * @description The language of emails and of the account.
                     * @enum {string}
                     */
                    language?: "en" | "es";
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What happened, as an English sentence to show. */
                        detail: string;
                        /** @description The sentence of `detail` by its code, for clients that translate it. */
                        text: components["schemas"]["Text"];
                        /** @description The account as registered. */
                        user: {
                            /** @description The new member’s username. */
                            username: string;
                            /** @description The address the link was sent to. */
                            email: string;
                            /** @description The new member’s own referral code. */
                            referral_code: string;
                        };
                    };
                };
            };
        };
    };
    login: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The username. Case doesn’t matter. */
                    username: string;
                    /** @description The current password. */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The access token: a JWT for the `Authorization: Bearer` header. Valid for 15 minutes. */
                        access: string;
                        /** @description The refresh token. Valid for 30 days and for one use. */
                        refresh: string;
                        /** @description The signed-in member. */
                        user: components["schemas"]["User"];
                    };
                };
            };
        };
    };
    logout: {
        parameters: {
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The refresh token. */
                    refresh?: unknown;
                } | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What happened, as an English sentence to show. */
                        detail: string;
                        /** @description The sentence of `detail` by its code, for clients that translate it. */
                        text: components["schemas"]["Text"];
                    };
                };
            };
        };
    };
    refreshToken: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The refresh token of the latest pair. */
                    refresh: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The access token: a JWT for the `Authorization: Bearer` header. Valid for 15 minutes. */
                        access: string;
                        /** @description The refresh token. Valid for 30 days and for one use. */
                        refresh: string;
                    };
                };
            };
        };
    };
    verifyToken: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The access token to check. */
                    token: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    checkUsername: {
        parameters: {
            query: {
                /** @description The username to check. */
                username: string;
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What happened, as an English sentence to show. */
                        detail: string;
                        /** @description The sentence of `detail` by its code, for clients that translate it. */
                        text: components["schemas"]["Text"];
                        /** @description Whether it can be used to register. */
                        available: boolean;
                    };
                };
            };
        };
    };
    checkEmail: {
        parameters: {
            query: {
                /** @description The address to check. */
                email: string;
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What happened, as an English sentence to show. */
                        detail: string;
                        /** @description The sentence of `detail` by its code, for clients that translate it. */
                        text: components["schemas"]["Text"];
                        /** @description Whether it can be used to register. */
                        available: boolean;
                    };
                };
            };
        };
    };
    checkReferral: {
        parameters: {
            query: {
                /** @description A referral code or a username. */
                code: string;
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether someone can register with this code. */
                        valid: boolean;
                        /** @description The sponsor’s username; null if the code is unknown. */
                        sponsor: string | null;
                    };
                };
            };
        };
    };
    stepUp: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The password. */
                    password?: string;
                    /** @description Six digits from the authenticator app, or an unused recovery code. */
                    code?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description Until when sensitive calls are allowed. An ISO 8601 time in UTC.
                         */
                        valid_until: string;
                    };
                };
            };
        };
    };
    startTotp: {
        parameters: {
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The secret as an `otpauth:` URI for the app. */
                        otpauth_uri: string;
                        /** @description The URI as a QR code: an image in a `data:` URI. */
                        qr_code: string;
                        /** @description Codes that work once each, if the app is lost. */
                        recovery_codes: string[];
                    };
                };
            };
        };
    };
    confirmTotp: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Six digits from the authenticator app, or an unused recovery code. */
                    code: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What happened, as an English sentence to show. */
                        detail: string;
                        /** @description The sentence of `detail` by its code, for clients that translate it. */
                        text: components["schemas"]["Text"];
                    };
                };
            };
        };
    };
    disableTotp: {
        parameters: {
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What happened, as an English sentence to show. */
                        detail: string;
                        /** @description The sentence of `detail` by its code, for clients that translate it. */
                        text: components["schemas"]["Text"];
                    };
                };
            };
        };
    };
    startPasskeySignIn: {
        parameters: {
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyRequest"];
                };
            };
        };
    };
    signInWithPasskey: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The `ceremony` that came with the options. */
                    ceremony: string;
                    /** @description The browser’s credential as JSON. Additional members are ignored. */
                    credential: {
                        /** @description The credential id, in Base64url. */
                        id: string;
                        /** @description The credential id, in Base64url. */
                        rawId: string;
                        /**
                         * @description Always `public-key`.
                         * @enum {string}
                         */
                        type: "public-key";
                        /** @description The authenticator’s answer. */
                        response: {
                            /** @description The client data, in Base64url. */
                            clientDataJSON: string;
                            /** @description The authenticator data, in Base64url. */
                            authenticatorData: string;
                            /** @description The signature, in Base64url. */
                            signature: string;
                            /** @description The account’s handle, in Base64url. Required for signing in. */
                            userHandle?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The access token: a JWT for the `Authorization: Bearer` header. Valid for 15 minutes. */
                        access: string;
                        /** @description The refresh token. Valid for 30 days and for one use. */
                        refresh: string;
                        /** @description The signed-in member. */
                        user: components["schemas"]["User"];
                    };
                };
            };
        };
    };
    startPasskeyStepUp: {
        parameters: {
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyRequest"];
                };
            };
        };
    };
    stepUpWithPasskey: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The `ceremony` that came with the options. */
                    ceremony: string;
                    /** @description The browser’s credential as JSON. Additional members are ignored. */
                    credential: {
                        /** @description The credential id, in Base64url. */
                        id: string;
                        /** @description The credential id, in Base64url. */
                        rawId: string;
                        /**
                         * @description Always `public-key`.
                         * @enum {string}
                         */
                        type: "public-key";
                        /** @description The authenticator’s answer. */
                        response: {
                            /** @description The client data, in Base64url. */
                            clientDataJSON: string;
                            /** @description The authenticator data, in Base64url. */
                            authenticatorData: string;
                            /** @description The signature, in Base64url. */
                            signature: string;
                            /** @description The account’s handle, in Base64url. Required for signing in. */
                            userHandle?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description Until when sensitive calls are allowed. An ISO 8601 time in UTC.
                         */
                        valid_until: string;
                    };
                };
            };
        };
    };
    listPasskeys: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passkey"][];
                };
            };
        };
    };
    addPasskey: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The `ceremony` that came with the options. */
                    ceremony: string;
                    /** @description What the owner calls it, such as the device. */
                    name: string;
                    /** @description The browser’s credential as JSON. Additional members are ignored. */
                    credential: {
                        /** @description The credential id, in Base64url. */
                        id: string;
                        /** @description The credential id, in Base64url. */
                        rawId: string;
                        /**
                         * @description Always `public-key`.
                         * @enum {string}
                         */
                        type: "public-key";
                        /** @description The authenticator’s answer. */
                        response: {
                            /** @description The client data, in Base64url. */
                            clientDataJSON: string;
                            /** @description The attestation object, in Base64url. */
                            attestationObject: string;
                            /** @description How browsers reach the authenticator. */
                            transports?: string[];
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passkey"];
                };
            };
        };
    };
    startPasskey: {
        parameters: {
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyCreation"];
                };
            };
        };
    };
    removePasskey: {
        parameters: {
            path: {
                /** @description The id of the passkey. Digits in a string. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What happened, as an English sentence to show. */
                        detail: string;
                        /** @description The sentence of `detail` by its code, for clients that translate it. */
                        text: components["schemas"]["Text"];
                    };
                };
            };
        };
    };
    renamePasskey: {
        parameters: {
            path: {
                /** @description The id of the passkey. Digits in a string. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the owner calls it, such as the device. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passkey"];
                };
            };
        };
    };
    getSecurity: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether an authenticator app is set up. */
                        totp_enabled: boolean;
                        /** @description Passkeys that can sign in to the account. */
                        passkeys: number;
                        /** @description Unused recovery codes. */
                        recovery_codes_left: number;
                        /**
                         * Format: date-time
                         * @description Payouts wait until then after a security change; null if they don’t. An ISO 8601 time in UTC.
                         */
                        hold_until: string | null;
                        /** @description How many hours payouts wait after a security change. */
                        hold_hours: number;
                    };
                };
            };
        };
    };
    listSessions: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"][];
                };
            };
        };
    };
    endOtherSessions: {
        parameters: {
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What happened, as an English sentence to show. */
                        detail: string;
                        /** @description The sentence of `detail` by its code, for clients that translate it. */
                        text: components["schemas"]["Text"];
                    };
                };
            };
        };
    };
    endSession: {
        parameters: {
            path: {
                /** @description The id of the session. Digits in a string. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What happened, as an English sentence to show. */
                        detail: string;
                        /** @description The sentence of `detail` by its code, for clients that translate it. */
                        text: components["schemas"]["Text"];
                    };
                };
            };
        };
    };
    getMe: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    updateMe: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description First name. */
                    first_name?: string;
                    /** @description Last name. */
                    last_name?: string;
                    /** @description A new email address. It replaces the current one once its link is opened. */
                    email?: string;
                    /** @description Phone number. */
                    phone_number?: string;
                    /** @description The TRON address for withdrawals, starting with `T`. Null removes it. */
                    wallet_address?: string | null;
                    /** @description Activate the next plan on a complete board. */
                    auto_upgrade?: boolean;
                    /** @description Show full contact details to the sponsor. */
                    share_contact?: boolean;
                    /**
                     * @description The member’s language: of emails, statements, and the web app.
                     * @enum {string}
                     */
                    language?: "en" | "es";
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    changePassword: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The current password. */
                    current_password: string;
                    /** @description The new password. Common passwords and ones like the username are refused. */
                    new_password: string;
                    /** @description The new password again, to catch typing errors. */
                    confirm_password: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What happened, as an English sentence to show. */
                        detail: string;
                        /** @description The sentence of `detail` by its code, for clients that translate it. */
                        text: components["schemas"]["Text"];
                    };
                };
            };
        };
    };
    forgotPassword: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The account’s email address. */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What happened, as an English sentence to show. */
                        detail: string;
                        /** @description The sentence of `detail` by its code, for clients that translate it. */
                        text: components["schemas"]["Text"];
                    };
                };
            };
        };
    };
    resetPassword: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The token from the reset link. */
                    token: string;
                    /** @description The new password. Common passwords and ones like the username are refused. */
                    new_password: string;
                    /** @description The new password again, to catch typing errors. */
                    confirm_password: string;
                    /** @description The version of the terms the person accepts. Required for the first password of an imported member. */
                    terms_version?: string | null;
                    /** @description The version of the privacy notice the person accepts. Required for the first password of an imported member. */
                    privacy_version?: string | null;
                    /**
                     * @description The language in which the person saw the terms. Defaults to the original’s.
                     * @enum {string}
                     */
                    terms_language?: "en" | "es";
                    /**
                     * @description The language in which the person saw the privacy notice. Defaults to the original’s.
                     * @enum {string}
                     */
                    privacy_language?: "en" | "es";
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What happened, as an English sentence to show. */
                        detail: string;
                        /** @description The sentence of `detail` by its code, for clients that translate it. */
                        text: components["schemas"]["Text"];
                    };
                };
            };
        };
    };
    verifyEmail: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
            path: {
                /** @description The token from the emailed link. */
                token: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What happened, as an English sentence to show. */
                        detail: string;
                        /** @description The sentence of `detail` by its code, for clients that translate it. */
                        text: components["schemas"]["Text"];
                        /** @description The new address, if the link changes one. Send the POST to confirm it. */
                        new_email?: string;
                    };
                };
            };
        };
    };
    confirmEmail: {
        parameters: {
            path: {
                /** @description The token from the emailed link. */
                token: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What happened, as an English sentence to show. */
                        detail: string;
                        /** @description The sentence of `detail` by its code, for clients that translate it. */
                        text: components["schemas"]["Text"];
                        /** @description The new address, if the link changes one. Send the POST to confirm it. */
                        new_email?: string;
                    };
                };
            };
        };
    };
    getDispute: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
            path: {
                /** @description The token from the emailed link. */
                token: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dispute"];
                };
            };
        };
    };
    dispute: {
        parameters: {
            path: {
                /** @description The token from the emailed link. */
                token: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What happened, as an English sentence to show. */
                        detail: string;
                        /** @description The sentence of `detail` by its code, for clients that translate it. */
                        text: components["schemas"]["Text"];
                        /** @description Older passkeys that can still sign in. */
                        passkeys: number;
                        /** @description Whether two-step verification is still on. */
                        second_factor: boolean;
                        /** @description Whether the account had been closed. Its auto upgrade and news emails are off. */
                        reopened: boolean;
                    };
                };
            };
        };
    };
    resendVerification: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The address that is waiting for its link. */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What happened, as an English sentence to show. */
                        detail: string;
                        /** @description The sentence of `detail` by its code, for clients that translate it. */
                        text: components["schemas"]["Text"];
                    };
                };
            };
        };
    };
    listProfiles: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The signed-in member. */
                        user: components["schemas"]["User"];
                    };
                };
            };
        };
    };
    getProfile: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
            path: {
                /** @description A profile, by its `profile_id` (not case-sensitive) or its numeric `id`. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
        };
    };
    getBoard: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
            path: {
                /** @description A profile, by its `profile_id` (not case-sensitive) or its numeric `id`. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Board"];
                };
            };
        };
    };
    activateProfile: {
        parameters: {
            header?: {
                /** @description Makes the call safe to repeat. Use a new UUID for each user action. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description A profile, by its `profile_id` (not case-sensitive) or its numeric `id`. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What happened, as an English sentence to show. */
                        detail: string;
                        /** @description The sentence of `detail` by its code, for clients that translate it. */
                        text: components["schemas"]["Text"];
                        /** @description The profile, now active. */
                        profile: components["schemas"]["Profile"];
                        /** @description The wallet’s remaining balance. In US dollars: a decimal string of 2 to 6 decimals. */
                        wallet_balance: string;
                    };
                };
            };
        };
    };
    listRecentActivity: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Activity"][];
                };
            };
        };
    };
    listActivity: {
        parameters: {
            query?: {
                /** @description The page to show, from 1. */
                page?: string;
                /** @description Rows per page, at most 100. Defaults to 10. */
                page_size?: string;
                /** @description Only this kind of activity. */
                type?: "joined" | "referral_joined" | "deposit_seen" | "deposit_credited" | "profile_activated" | "reward_level1" | "reward_level2" | "sponsor_bonus" | "board_completed" | "upgraded" | "reentered" | "withdrawal_requested" | "withdrawal_sent" | "withdrawal_rejected" | "withdrawal_cancelled" | "adjustment" | "security";
                /** @description The start of the period: a date such as `2026-03-01` (UTC), or an ISO 8601 time. */
                from?: string;
                /** @description The end of the period. A date includes that whole day (UTC); a time is excluded. */
                to?: string;
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Rows in the whole list. Long console lists stop counting at 10,000. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the previous page; null on the first one. */
                        previous: string | null;
                        /** @description The rows of this page. */
                        results: components["schemas"]["ActivityEntry"][];
                    };
                };
            };
        };
    };
    explainRewards: {
        parameters: {
            query: {
                /** @description A profile, by its `profile_id` (not case-sensitive) or its numeric `id`. */
                profile_id: string;
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Explanation"];
                };
            };
        };
    };
    getEarnings: {
        parameters: {
            query?: {
                /** @description The length of a step. Weeks begin on Monday. */
                by?: "day" | "week" | "month";
                /** @description The start of the period: a date such as `2026-03-01` (UTC), or an ISO 8601 time. */
                from?: string;
                /** @description The end of the period. A date includes that whole day (UTC); a time is excluded. */
                to?: string;
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Earnings"];
                };
            };
        };
    };
    getStatement: {
        parameters: {
            query: {
                /** @description The start of the period: a date such as `2026-03-01` (UTC), or an ISO 8601 time. */
                from: string;
                /** @description The end of the period. A date includes that whole day (UTC); a time is excluded. */
                to: string;
                /** @description `csv` for a spreadsheet, `html` for printing. Defaults to `json`. */
                format?: "json" | "csv" | "html";
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Statement"];
                    "text/csv": string;
                    "text/html": string;
                };
            };
        };
    };
    listProofs: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proofs"];
                };
            };
        };
    };
    getProof: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
            path: {
                /** @description A day in UTC: YYYY-MM-DD. */
                day: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProofFile"];
                };
            };
        };
    };
    reportProof: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date
                     * @description A day in UTC: YYYY-MM-DD.
                     */
                    day: string;
                    /** @description The part that failed. */
                    failure: string;
                    /** @description The file that failed, or its beginning. */
                    evidence: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportedProof"];
                };
            };
        };
    };
    getReceipt: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
            path: {
                /** @description The number of a journal entry. */
                journal: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": components["schemas"]["LogProof"];
                };
            };
        };
    };
    exportMyData: {
        parameters: {
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnData"];
                };
            };
        };
    };
    getClosing: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Closing"];
                };
            };
        };
    };
    requestClosing: {
        parameters: {
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What happened, as an English sentence to show. */
                        detail: string;
                        /** @description The sentence of `detail` by its code, for clients that translate it. */
                        text: components["schemas"]["Text"];
                    };
                };
            };
        };
    };
    confirmClosing: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The token of the emailed link. */
                    token: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What happened, as an English sentence to show. */
                        detail: string;
                        /** @description The sentence of `detail` by its code, for clients that translate it. */
                        text: components["schemas"]["Text"];
                    };
                };
            };
        };
    };
    listPlans: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Plan"][];
                };
            };
        };
    };
    listReferrals: {
        parameters: {
            query?: {
                /** @description The page to show, from 1. */
                page?: string;
                /** @description Rows per page, at most 100. Defaults to 10. */
                page_size?: string;
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Referral"][] | {
                        /** @description Rows in the whole list. Long console lists stop counting at 10,000. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the previous page; null on the first one. */
                        previous: string | null;
                        /** @description The rows of this page. */
                        results: components["schemas"]["Referral"][];
                    };
                };
            };
        };
    };
    sendContactMessage: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Your name. */
                    name: string;
                    /** @description The email address for the reply. */
                    email: string;
                    /** @description The subject. */
                    subject: string;
                    /** @description The message. */
                    message: string;
                    /**
                     * @description The language of the reply email.
                     * @enum {string}
                     */
                    language?: "en" | "es";
                    /** @description Leave this out. The form hides it from people, so only bots fill it in. */
                    website?: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What happened, as an English sentence to show. */
                        detail: string;
                        /** @description The sentence of `detail` by its code, for clients that translate it. */
                        text: components["schemas"]["Text"];
                    };
                };
            };
        };
    };
    getUnsubscribe: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
            path: {
                /** @description The token, exactly as received. */
                token: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether the member gets news by email. */
                        news: boolean;
                    };
                };
            };
        };
    };
    unsubscribe: {
        parameters: {
            path: {
                /** @description The token, exactly as received. */
                token: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether the member gets news by email. */
                        news: boolean;
                    };
                };
            };
        };
    };
    getEmailSettings: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether the member gets news by email. */
                        news: boolean;
                    };
                };
            };
        };
    };
    updateEmailSettings: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Whether the member gets news by email. */
                    news: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether the member gets news by email. */
                        news: boolean;
                    };
                };
            };
        };
    };
    getTree: {
        parameters: {
            query?: {
                /** @description A profile, by its `profile_id` (not case-sensitive) or its numeric `id`. */
                profile_id?: string;
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tree"];
                };
            };
        };
    };
    getTreeChildren: {
        parameters: {
            query: {
                /** @description A profile, by its `profile_id` (not case-sensitive) or its numeric `id`. */
                profile_id: string;
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The node directly below on the left; null if that position is free. */
                        left_child: {
                            /** @description The profile at this node. */
                            profile: components["schemas"]["TreeProfile"];
                            /** @description Always null: the answer ends at this level. */
                            left_child: null;
                            /** @description Always null: the answer ends at this level. */
                            right_child: null;
                        } | null;
                        /** @description The node directly below on the right; null if that position is free. */
                        right_child: {
                            /** @description The profile at this node. */
                            profile: components["schemas"]["TreeProfile"];
                            /** @description Always null: the answer ends at this level. */
                            left_child: null;
                            /** @description Always null: the answer ends at this level. */
                            right_child: null;
                        } | null;
                    };
                };
            };
        };
    };
    getTreeUser: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
            path: {
                /** @description The member’s id. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The member’s id. Digits in a string. */
                        id: string;
                        /** @description The member’s username. */
                        username: string;
                    };
                };
            };
        };
    };
    getTreeCounts: {
        parameters: {
            query: {
                /** @description A profile, by its `profile_id` (not case-sensitive) or its numeric `id`. */
                profile_id: string;
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TreeCounts"];
                };
            };
        };
    };
    getTreePath: {
        parameters: {
            query: {
                /** @description The page to show, from 1. */
                page?: string;
                /** @description Rows per page, at most 100. Defaults to 10. */
                page_size?: string;
                /** @description A profile, by its `profile_id` (not case-sensitive) or its numeric `id`. */
                profile_id: string;
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Rows in the whole list. Long console lists stop counting at 10,000. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the previous page; null on the first one. */
                        previous: string | null;
                        /** @description The rows of this page. */
                        results: components["schemas"]["TreeProfile"][];
                    };
                };
            };
        };
    };
    listDownline: {
        parameters: {
            query: {
                /** @description The page to show, from 1. */
                page?: string;
                /** @description Rows per page, at most 100. Defaults to 10. */
                page_size?: string;
                /** @description Only rows after this one. `next` contains it; follow that link rather than building it. */
                after?: string;
                /** @description `csv` downloads the whole list as a file. In the console that needs a recent step-up. */
                format?: "json" | "csv";
                /** @description A profile, by its `profile_id` (not case-sensitive) or its numeric `id`. */
                profile_id: string;
                /** @description The leg, seen from the profile above. */
                side?: "left" | "right";
                /** @description Only this level, from 1. */
                level?: string;
                /** @description Only usernames that start with this text. Not case-sensitive. */
                username?: string;
                /** @description The order. `team` puts the largest downline first. All but `level`, the default, list the first 20,000 seats. */
                sort?: "level" | "newest" | "team" | "username";
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Rows in the whole list. Long console lists stop counting at 10,000. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the previous page; null on the first one. */
                        previous: string | null;
                        /** @description The rows of this page. */
                        results: components["schemas"]["SeatBeneath"][];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    searchTree: {
        parameters: {
            query: {
                /** @description The start of a username, or a `profile_id`. */
                q: string;
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The first matches. */
                        results: components["schemas"]["TreeProfile"][];
                        /** @description Whether there are more matches than these. */
                        more: boolean;
                    };
                };
            };
        };
    };
    getTreeWindow: {
        parameters: {
            query?: {
                /** @description A profile, by its `profile_id` (not case-sensitive) or its numeric `id`. */
                profile_id?: string;
                /** @description Levels below the top. Defaults to 3. */
                levels?: string;
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TreeWindow"];
                };
            };
        };
    };
    getTreeMap: {
        parameters: {
            query: {
                /** @description A profile, by its `profile_id` (not case-sensitive) or its numeric `id`. */
                profile_id: string;
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TreeMap"];
                };
            };
        };
    };
    getTrxWallet: {
        parameters: {
            query?: {
                /** @description Puts this amount into the URI, in whole coins. */
                amount?: string | number;
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletInfo"];
                };
            };
        };
    };
    getUsdtWallet: {
        parameters: {
            query?: {
                /** @description Puts this amount into the URI, in whole coins. */
                amount?: string | number;
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WalletInfo"];
                };
            };
        };
    };
    getLiveRate: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveRate"];
                };
            };
        };
    };
    getChain: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The address of the USDT token contract. */
                        usdt_contract: string;
                        /** @description Blocks needed before a deposit is credited. */
                        confirmations: number;
                        /** @description Whether a development faucet can pay deposits; false in production. */
                        test_faucet: boolean;
                    };
                };
            };
        };
    };
    requestDeposit: {
        parameters: {
            header?: {
                /** @description Makes the call safe to repeat. Use a new UUID for each user action. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The amount the member will send, in whole coins. */
                    crypto_amount: string | number;
                    /** @description The amount to credit to the wallet, in US dollars. */
                    original_amount: string | number;
                    /** @description The deposit fee, in US dollars: 2%, from $0.10 to $2.00. */
                    fee_amount: string | number;
                    /**
                     * @description The coin on the TRON network: TRX, or USDT as a TRC-20 token.
                     * @enum {string}
                     */
                    cryptocurrency: "TRX" | "USDT";
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deposit"];
                };
            };
        };
    };
    verifyDeposit: {
        parameters: {
            header?: {
                /** @description Makes the call safe to repeat. Use a new UUID for each user action. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The `request_id` of the deposit request. */
                request_id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The TRON transaction: 64 hexadecimal digits. */
                    transaction_hash: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true.
                         * @constant
                         */
                        success: true;
                        /** @description The result, as a sentence. */
                        message: string;
                        /** @description `message` by its code. */
                        text: components["schemas"]["Text"];
                        /** @description The request, now credited. */
                        deposit: components["schemas"]["Deposit"];
                    };
                };
            };
        };
    };
    acceptDeposit: {
        parameters: {
            header?: {
                /** @description Makes the call safe to repeat. Use a new UUID for each user action. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The `request_id` of the deposit request. */
                request_id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deposit"];
                };
            };
        };
    };
    listUnattributed: {
        parameters: {
            query?: {
                /** @description The page to show, from 1. */
                page?: string;
                /** @description Rows per page, at most 100. Defaults to 10. */
                page_size?: string;
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Rows in the whole list. Long console lists stop counting at 10,000. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the previous page; null on the first one. */
                        previous: string | null;
                        /** @description The rows of this page. */
                        results: components["schemas"]["Unattributed"][];
                    };
                };
            };
        };
    };
    acceptUnattributed: {
        parameters: {
            header?: {
                /** @description Makes the call safe to repeat. Use a new UUID for each user action. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id of the transfer. Digits in a string. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Unattributed"];
                };
            };
        };
    };
    listDeposits: {
        parameters: {
            query?: {
                /** @description The page to show, from 1. */
                page?: string;
                /** @description Rows per page, at most 100. Defaults to 10. */
                page_size?: string;
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Rows in the whole list. Long console lists stop counting at 10,000. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the previous page; null on the first one. */
                        previous: string | null;
                        /** @description The rows of this page. */
                        results: components["schemas"]["Deposit"][];
                    };
                };
            };
        };
    };
    getDeposit: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
            path: {
                /** @description The `request_id` of the deposit request. */
                request_id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deposit"];
                };
            };
        };
    };
    listWithdrawals: {
        parameters: {
            query?: {
                /** @description The page to show, from 1. */
                page?: string;
                /** @description Rows per page, at most 100. Defaults to 10. */
                page_size?: string;
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Rows in the whole list. Long console lists stop counting at 10,000. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the previous page; null on the first one. */
                        previous: string | null;
                        /** @description The rows of this page. */
                        results: components["schemas"]["Withdrawal"][];
                    };
                };
            };
        };
    };
    requestWithdrawal: {
        parameters: {
            header?: {
                /** @description Makes the call safe to repeat. Use a new UUID for each user action. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The amount to debit from the wallet, in US dollars. At least 3. */
                    amount: string | number;
                    /** @description The coin of the payout: `trx` or `usdt`. */
                    payment_method: string;
                    /** @description The network fee that the member saw, for `usdt`. If ours is now more than 5% higher, the call returns `figures_differ` and requests nothing. */
                    network_fee?: string | number;
                    /** @description The payout address that the member saw. If the one on the profile is another by now, the call returns `address_differs` and requests nothing. */
                    wallet_address?: string | null;
                    /** @description A note for your records. It doesn’t change the address or the amount. */
                    payment_details?: string | null;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Withdrawal"];
                };
            };
        };
    };
    getWithdrawalTerms: {
        parameters: {
            query?: {
                /** @description The amount to withdraw, in US dollars. */
                amount?: string | number;
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The available coins. */
                        methods: ("trx" | "usdt")[];
                        /** @description The network fee of a USDT payout; null if unknown. In US dollars: a decimal string of 2 to 6 decimals. */
                        usdt_network_fee: string | null;
                    };
                };
            };
        };
    };
    cancelWithdrawal: {
        parameters: {
            header?: {
                /** @description Makes the call safe to repeat. Use a new UUID for each user action. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id of the withdrawal. Digits in a string. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Withdrawal"];
                };
            };
        };
    };
    streamEvents: {
        parameters: {
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    getLiveness: {
        parameters: {
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `ok`.
                         * @constant
                         */
                        status: "ok";
                    };
                };
            };
        };
    };
    getServing: {
        parameters: {
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description `draining`, with 503: send requests elsewhere.
                         * @enum {string}
                         */
                        status: "ok" | "draining";
                    };
                };
            };
        };
    };
    getReadiness: {
        parameters: {
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The worst of the checks that matter: `ok`, `degraded`, or `down`.
                         * @enum {string}
                         */
                        status: "ok" | "degraded" | "down";
                        /** @description Each dependency. */
                        checks: {
                            /**
                             * @description PostgreSQL: `ok`, `degraded`, or `down`.
                             * @enum {string}
                             */
                            database: "ok" | "degraded" | "down";
                            /**
                             * @description The TRON nodes: `ok`, `degraded`, or `down`.
                             * @enum {string}
                             */
                            chain: "ok" | "degraded" | "down";
                            /**
                             * @description Sending email: `ok`, `degraded`, or `down`.
                             * @enum {string}
                             */
                            mail: "ok" | "degraded" | "down";
                            /**
                             * @description The TRX rate: `ok`, `degraded`, or `down`.
                             * @enum {string}
                             */
                            rate: "ok" | "degraded" | "down";
                            /**
                             * @description The clock of the machine that answers, compared with the database’s: `ok`, `degraded`, or `down`.
                             * @enum {string}
                             */
                            clock: "ok" | "degraded" | "down";
                        };
                    };
                };
            };
        };
    };
    listSealedDays: {
        parameters: {
            query?: {
                /** @description Only days before this one. */
                before?: string;
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SealedDays"];
                };
            };
        };
    };
    getSheet: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
            path: {
                /** @description A day in UTC: YYYY-MM-DD. */
                day: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sheet"];
                };
            };
        };
    };
    getSeal: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
            path: {
                /** @description A day in UTC: YYYY-MM-DD. */
                day: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": components["schemas"]["LogProof"];
                };
            };
        };
    };
    getIncome: {
        parameters: {
            query?: {
                /** @description The day of the sheet, in UTC. Defaults to the newest. */
                day?: string;
                /** @description The format. Defaults to JSON. */
                format?: "json" | "csv";
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Income"];
                    "text/csv": string;
                };
            };
        };
    };
    getBoardOutcomes: {
        parameters: {
            query?: {
                /** @description The day of the sheet, in UTC. Defaults to the newest. */
                day?: string;
                /** @description The format. Defaults to JSON. */
                format?: "json" | "csv";
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BoardOutcomes"];
                    "text/csv": string;
                };
            };
        };
    };
    getSolvency: {
        parameters: {
            query?: {
                /** @description The day of the sheet, in UTC. Defaults to the newest. */
                day?: string;
                /** @description The format. Defaults to JSON. */
                format?: "json" | "csv";
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Solvency"];
                    "text/csv": string;
                };
            };
        };
    };
    listAnchors: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Anchors"];
                };
            };
        };
    };
    getReserveSample: {
        parameters: {
            query?: {
                /** @description The day of the sheet, in UTC. Defaults to the newest. */
                day?: string;
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReserveSample"];
                };
            };
        };
    };
    getServiceStatus: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceStatus"];
                };
            };
        };
    };
    listIncidents: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The incidents, newest first. */
                        results: components["schemas"]["Incident"][];
                    };
                };
            };
        };
    };
    getLegalTexts: {
        parameters: {
            query?: {
                /** @description The reader’s language. Defaults to the originals. */
                language?: "en" | "es";
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The terms; null if none are published. */
                        terms: components["schemas"]["LegalText"] | null;
                        /** @description The privacy notice; null if none is published. */
                        privacy: components["schemas"]["LegalText"] | null;
                    };
                };
            };
        };
    };
    operatorLogin: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The operator’s username. */
                    username: string;
                    /** @description The current password. */
                    password: string;
                    /** @description Six digits from the authenticator app. Required once one is set up. */
                    totp?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operator"];
                };
            };
        };
    };
    operatorLogout: {
        parameters: {
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What happened, as an English sentence to show. */
                        detail: string;
                    };
                };
            };
        };
    };
    operatorGetMe: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operator"];
                };
            };
        };
    };
    operatorStepUp: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The password. */
                    password?: string;
                    /** @description Six digits from the authenticator app. Required once one is set up. */
                    totp?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description Until when such changes are allowed. An ISO 8601 time in UTC.
                         */
                        valid_until: string;
                    };
                };
            };
        };
    };
    operatorStartTotp: {
        parameters: {
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The secret as an `otpauth:` URI for the app. */
                        otpauth_uri: string;
                        /** @description The URI as a QR code: an image in a `data:` URI. */
                        qr_code: string;
                    };
                };
            };
        };
    };
    operatorConfirmTotp: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Six digits from the authenticator app. */
                    code: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What happened, as an English sentence to show. */
                        detail: string;
                    };
                };
            };
        };
    };
    operatorChangePassword: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The current password. */
                    current_password: string;
                    /** @description The new password. */
                    new_password: string;
                    /** @description The new password again, to catch typing errors. */
                    confirm_password: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What happened, as an English sentence to show. */
                        detail: string;
                    };
                };
            };
        };
    };
    operatorStartPasskeySignIn: {
        parameters: {
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyRequest"];
                };
            };
        };
    };
    operatorSignInWithPasskey: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The `ceremony` that came with the options. */
                    ceremony: string;
                    /** @description The browser’s credential as JSON. Additional members are ignored. */
                    credential: {
                        /** @description The credential id, in Base64url. */
                        id: string;
                        /** @description The credential id, in Base64url. */
                        rawId: string;
                        /**
                         * @description Always `public-key`.
                         * @enum {string}
                         */
                        type: "public-key";
                        /** @description The authenticator’s answer. */
                        response: {
                            /** @description The client data, in Base64url. */
                            clientDataJSON: string;
                            /** @description The authenticator data, in Base64url. */
                            authenticatorData: string;
                            /** @description The signature, in Base64url. */
                            signature: string;
                            /** @description The account’s handle, in Base64url. Required for signing in. */
                            userHandle?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operator"];
                };
            };
        };
    };
    operatorStartPasskeyStepUp: {
        parameters: {
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyRequest"];
                };
            };
        };
    };
    operatorStepUpWithPasskey: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The `ceremony` that came with the options. */
                    ceremony: string;
                    /** @description The browser’s credential as JSON. Additional members are ignored. */
                    credential: {
                        /** @description The credential id, in Base64url. */
                        id: string;
                        /** @description The credential id, in Base64url. */
                        rawId: string;
                        /**
                         * @description Always `public-key`.
                         * @enum {string}
                         */
                        type: "public-key";
                        /** @description The authenticator’s answer. */
                        response: {
                            /** @description The client data, in Base64url. */
                            clientDataJSON: string;
                            /** @description The authenticator data, in Base64url. */
                            authenticatorData: string;
                            /** @description The signature, in Base64url. */
                            signature: string;
                            /** @description The account’s handle, in Base64url. Required for signing in. */
                            userHandle?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description Until when such changes are allowed. An ISO 8601 time in UTC.
                         */
                        valid_until: string;
                    };
                };
            };
        };
    };
    operatorListPasskeys: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passkey"][];
                };
            };
        };
    };
    operatorAddPasskey: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The `ceremony` that came with the options. */
                    ceremony: string;
                    /** @description What the owner calls it, such as the device. */
                    name: string;
                    /** @description The browser’s credential as JSON. Additional members are ignored. */
                    credential: {
                        /** @description The credential id, in Base64url. */
                        id: string;
                        /** @description The credential id, in Base64url. */
                        rawId: string;
                        /**
                         * @description Always `public-key`.
                         * @enum {string}
                         */
                        type: "public-key";
                        /** @description The authenticator’s answer. */
                        response: {
                            /** @description The client data, in Base64url. */
                            clientDataJSON: string;
                            /** @description The attestation object, in Base64url. */
                            attestationObject: string;
                            /** @description How browsers reach the authenticator. */
                            transports?: string[];
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passkey"];
                };
            };
        };
    };
    operatorStartPasskey: {
        parameters: {
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyCreation"];
                };
            };
        };
    };
    operatorRemovePasskey: {
        parameters: {
            path: {
                /** @description The id of the passkey. Digits in a string. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What happened, as an English sentence to show. */
                        detail: string;
                    };
                };
            };
        };
    };
    operatorRenamePasskey: {
        parameters: {
            path: {
                /** @description The id of the passkey. Digits in a string. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the owner calls it, such as the device. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passkey"];
                };
            };
        };
    };
    operatorListSessions: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorSession"][];
                };
            };
        };
    };
    operatorEndSession: {
        parameters: {
            path: {
                /** @description The id of the session. Digits in a string. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What happened, as an English sentence to show. */
                        detail: string;
                    };
                };
            };
        };
    };
    listOperators: {
        parameters: {
            query?: {
                /** @description The page to show, from 1. */
                page?: string;
                /** @description Rows per page, at most 100. Defaults to 10. */
                page_size?: string;
                /** @description Only rows after this one. `next` contains it; follow that link rather than building it. */
                after?: string;
                /** @description `csv` downloads the whole list as a file. In the console that needs a recent step-up. */
                format?: "json" | "csv";
                /** @description The language of the file’s column names. Defaults to the field names. */
                language?: "en" | "es";
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Rows in the whole list. Long console lists stop counting at 10,000. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the previous page; null on the first one. */
                        previous: string | null;
                        /** @description The rows of this page. */
                        results: components["schemas"]["StaffMember"][];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    listAccessChanges: {
        parameters: {
            query?: {
                /** @description The page to show, from 1. */
                page?: string;
                /** @description Rows per page, at most 100. Defaults to 10. */
                page_size?: string;
                /** @description Only rows after this one. `next` contains it; follow that link rather than building it. */
                after?: string;
                /** @description `csv` downloads the whole list as a file. In the console that needs a recent step-up. */
                format?: "json" | "csv";
                /** @description The language of the file’s column names. Defaults to the field names. */
                language?: "en" | "es";
                /** @description `oldest` lists the longest-waiting items first. Defaults to `newest`. */
                sort?: "newest" | "oldest";
                /** @description Only this status. */
                status?: "pending" | "approved" | "rejected";
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Rows in the whole list. Long console lists stop counting at 10,000. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the previous page; null on the first one. */
                        previous: string | null;
                        /** @description The rows of this page. */
                        results: components["schemas"]["AccessChange"][];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    requestAccessChange: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description `add` a new operator, change a `role`, `reset` password and second factors, or `disable`.
                     * @enum {string}
                     */
                    kind: "add" | "role" | "reset" | "disable";
                    /** @description The operator to change. */
                    username: string;
                    /**
                     * @description The new role. Required for `add` and `role`.
                     * @enum {string}
                     */
                    role?: "support" | "finance" | "admin";
                    /** @description The reason, for the audit log. */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestedAccessChange"];
                };
            };
        };
    };
    approveAccessChange: {
        parameters: {
            path: {
                /** @description The id of the access change. Digits in a string. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovedAccessChange"];
                };
            };
        };
    };
    rejectAccessChange: {
        parameters: {
            path: {
                /** @description The id of the access change. Digits in a string. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The reason, for the audit log. */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessChange"];
                };
            };
        };
    };
    getOverview: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overview"];
                };
            };
        };
    };
    getTrends: {
        parameters: {
            query?: {
                /** @description The number of days. Defaults to 30. */
                days?: "7" | "30" | "90" | "365";
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trends"];
                };
            };
        };
    };
    listJobs: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobState"][];
                };
            };
        };
    };
    listAlerts: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alert"][];
                };
            };
        };
    };
    changeAlert: {
        parameters: {
            path: {
                /** @description The alert’s name. */
                name: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Whether the alert should be on. */
                    enabled?: boolean;
                    /** @description The limit, as a decimal string with at most 2 decimals, in the alert’s unit. */
                    limit?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alert"];
                };
            };
        };
    };
    operatorListIncidents: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The incidents, newest first. */
                        results: components["schemas"]["OperatorIncident"][];
                    };
                };
            };
        };
    };
    reportIncident: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The state of our response.
                     * @enum {string}
                     */
                    state: "investigating" | "identified" | "monitoring" | "resolved";
                    /** @description The description in English. */
                    text_en: string;
                    /** @description The same in Spanish. */
                    text_es: string;
                    /**
                     * @description The severity: a notice, degraded service, or an outage.
                     * @enum {string}
                     */
                    impact: "notice" | "partial" | "outage";
                    /** @description A title in English. */
                    title_en: string;
                    /** @description The same in Spanish. */
                    title_es: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorIncident"];
                };
            };
        };
    };
    updateIncident: {
        parameters: {
            path: {
                /** @description The id of the incident. Digits in a string. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The state of our response.
                     * @enum {string}
                     */
                    state: "investigating" | "identified" | "monitoring" | "resolved";
                    /** @description The description in English. */
                    text_en: string;
                    /** @description The same in Spanish. */
                    text_es: string;
                    /** @description The newest update that you saw. We refuse yours if there is a newer one. */
                    after?: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorIncident"];
                };
            };
        };
    };
    checkMemberImport: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The file’s name, for colleagues. */
                    name: string;
                    /**
                     * Format: base64
                     * @description The file’s bytes in base64: CSV in UTF-8 of at most 2 MiB and 10,000 rows. Its header names the columns `username` and `email`, and any of `sponsor` (a username), `plans` (such as `BR SI`), `side` (`left` or `right`), and `language`, in English or Spanish.
                     */
                    content: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberImportCheck"];
                };
            };
        };
    };
    listMemberImports: {
        parameters: {
            query?: {
                /** @description Only imports in this state. */
                state?: "proposed" | "approved" | "finished" | "discarded";
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The imports, newest first. */
                        results: components["schemas"]["MemberImport"][];
                    };
                };
            };
        };
    };
    proposeMemberImport: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The file’s name, for colleagues. */
                    name: string;
                    /**
                     * Format: base64
                     * @description The file’s bytes in base64: CSV in UTF-8 of at most 2 MiB and 10,000 rows. Its header names the columns `username` and `email`, and any of `sponsor` (a username), `plans` (such as `BR SI`), `side` (`left` or `right`), and `language`, in English or Spanish.
                     */
                    content: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberImport"];
                };
            };
        };
    };
    getMemberImport: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
            path: {
                /** @description The id of the import. Digits in a string. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberImportDetail"];
                };
            };
        };
    };
    approveMemberImport: {
        parameters: {
            path: {
                /** @description The id of the import. Digits in a string. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberImport"];
                };
            };
        };
    };
    discardMemberImport: {
        parameters: {
            path: {
                /** @description The id of the import. Digits in a string. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberImport"];
                };
            };
        };
    };
    placeMemberImport: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The file’s name, for colleagues. */
                    name: string;
                    /**
                     * Format: base64
                     * @description The file’s bytes in base64: CSV in UTF-8 of at most 2 MiB and 10,000 rows. Its header names the columns `username` and `email`, and any of `sponsor` (a username), `plans` (such as `BR SI`), `side` (`left` or `right`), and `language`, in English or Spanish.
                     */
                    content: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportPlacements"];
                };
            };
        };
    };
    getImportPlacements: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
            path: {
                /** @description The id of the import. Digits in a string. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportPlacements"];
                };
            };
        };
    };
    retryImportRows: {
        parameters: {
            path: {
                /** @description The id of the import. Digits in a string. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The row numbers in the file. Defaults to all failed rows. */
                    rows?: number[];
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberImport"];
                };
            };
        };
    };
    skipImportRows: {
        parameters: {
            path: {
                /** @description The id of the import. Digits in a string. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The row numbers in the file. Defaults to all failed rows. */
                    rows?: number[];
                    /** @description How many rows you expect to skip. We skip none if there are more or fewer. */
                    expected?: number;
                    /** @description The reason, for the audit log. */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberImport"];
                };
            };
        };
    };
    correctImportRow: {
        parameters: {
            path: {
                /** @description The id of the import. Digits in a string. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The row’s number in the file. */
                    row: number;
                    /** @description The username. Empty values are as in the file. */
                    username: string;
                    /** @description The email address. */
                    email: string;
                    /** @description The sponsor: a member, or the same as before. Empty: the company. */
                    sponsor: string;
                    /** @description The plans, such as `BR SI`. */
                    plans: string;
                    /** @description `left`, `right`, or empty. */
                    side: string;
                    /** @description English (`en`) or Spanish (`es`). */
                    language: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportCorrection"];
                };
            };
        };
    };
    listImportCorrections: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How many wait. */
                        count: number;
                        /** @description The first 100 of them, oldest first. */
                        results: components["schemas"]["ImportCorrection"][];
                    };
                };
            };
        };
    };
    approveImportCorrection: {
        parameters: {
            path: {
                /** @description The id of the correction. Digits in a string. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberImport"];
                };
            };
        };
    };
    discardImportCorrection: {
        parameters: {
            path: {
                /** @description The id of the correction. Digits in a string. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberImport"];
                };
            };
        };
    };
    listSavedViews: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Your views. */
                        results: components["schemas"]["SavedView"][];
                    };
                };
            };
        };
    };
    addSavedView: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The list: the call behind it. */
                    list: string;
                    /** @description The view’s name, unique among your views of the list. */
                    name: string;
                    /** @description Filters and order, as in the address of the console’s page. Empty for the whole list. */
                    search: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedView"];
                };
            };
        };
    };
    removeSavedView: {
        parameters: {
            path: {
                /** @description The id of the view. Digits in a string. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What happened, as an English sentence to show. */
                        detail: string;
                    };
                };
            };
        };
    };
    changeSavedView: {
        parameters: {
            path: {
                /** @description The id of the view. Digits in a string. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The view’s name, unique among your views of the list. */
                    name?: string;
                    /** @description Filters and order, as in the address of the console’s page. Empty for the whole list. */
                    search?: string;
                    /** @description Whether the list opens with this view. One per list. */
                    is_default?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedView"];
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"][];
                };
            };
        };
    };
    addApiKey: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The key’s name: letters, digits, `.`, `_`, and `-`. The audit log shows it as `key:name`. */
                    name: string;
                    /**
                     * @description The key’s role. The key can do what an operator with this role can do without a step-up.
                     * @enum {string}
                     */
                    role: "support" | "finance" | "admin";
                    /** @description The number of days until it expires. */
                    days: number;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyWithSecret"];
                };
            };
        };
    };
    revokeApiKey: {
        parameters: {
            path: {
                /** @description The id of the key. Digits in a string. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"][];
                };
            };
        };
    };
    addWebhook: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Where we send events: `https`, at a public address, without a username or password. */
                    url: string;
                    /** @description What it is for. */
                    description: string;
                    /** @description The event types it receives. */
                    events: ("member.registered" | "profile.created" | "profile.activated" | "reward.paid" | "deposit.credited" | "withdrawal.requested" | "withdrawal.approved" | "withdrawal.paid" | "withdrawal.failed" | "withdrawal.rejected" | "withdrawal.cancelled" | "wallet.adjusted")[];
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
        };
    };
    removeWebhook: {
        parameters: {
            path: {
                /** @description The id of the endpoint. Digits in a string. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What happened, as an English sentence to show. */
                        detail: string;
                    };
                };
            };
        };
    };
    changeWebhook: {
        parameters: {
            path: {
                /** @description The id of the endpoint. Digits in a string. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Where we send events: `https`, at a public address, without a username or password. */
                    url?: string;
                    /** @description What it is for. */
                    description?: string;
                    /** @description The event types it receives. */
                    events?: ("member.registered" | "profile.created" | "profile.activated" | "reward.paid" | "deposit.credited" | "withdrawal.requested" | "withdrawal.approved" | "withdrawal.paid" | "withdrawal.failed" | "withdrawal.rejected" | "withdrawal.cancelled" | "wallet.adjusted")[];
                    /** @description Whether it receives events. */
                    enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    rollWebhookSecret: {
        parameters: {
            path: {
                /** @description The id of the endpoint. Digits in a string. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            path: {
                /** @description The id of the endpoint. Digits in a string. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description The page to show, from 1. */
                page?: string;
                /** @description Rows per page, at most 100. Defaults to 10. */
                page_size?: string;
                /** @description Only rows after this one. `next` contains it; follow that link rather than building it. */
                after?: string;
                /** @description `csv` downloads the whole list as a file. In the console that needs a recent step-up. */
                format?: "json" | "csv";
                /** @description The language of the file’s column names. Defaults to the field names. */
                language?: "en" | "es";
                /** @description Only deliveries in this state. */
                state?: "pending" | "delivered" | "failed";
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
            path: {
                /** @description The id of the endpoint. Digits in a string. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Rows in the whole list. Long console lists stop counting at 10,000. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the previous page; null on the first one. */
                        previous: string | null;
                        /** @description The rows of this page. */
                        results: components["schemas"]["WebhookDelivery"][];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    replayWebhookDelivery: {
        parameters: {
            path: {
                /** @description The id of the endpoint. Digits in a string. */
                id: string;
                /** @description The event’s number. Digits in a string. */
                event: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    replayFailedDeliveries: {
        parameters: {
            path: {
                /** @description The id of the endpoint. Digits in a string. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description Only events from this time on. An ISO 8601 time in UTC.
                     */
                    since: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of requeued events. */
                        queued: number;
                    };
                };
            };
        };
    };
    claimItem: {
        parameters: {
            path: {
                /** @description The queue of the item. */
                queue: "withdrawals" | "unattributed" | "messages";
                /** @description The id of the item. Digits in a string. */
                id: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description A random text of the window in which you pay an approved withdrawal. Send the same one to extend the claim. No other window can then claim it, even with your session. */
                    window?: string;
                    /** @description Whether this window takes your claim from another one. You may have paid the withdrawal there. */
                    take_over?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Claim"];
                };
            };
        };
    };
    releaseItem: {
        parameters: {
            path: {
                /** @description The queue of the item. */
                queue: "withdrawals" | "unattributed" | "messages";
                /** @description The id of the item. Digits in a string. */
                id: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Whether the claim was for a review. You may have approved the withdrawal since, and be paying it in another window. */
                    review?: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Claim"];
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /** @description The page to show, from 1. */
                page?: string;
                /** @description Rows per page, at most 100. Defaults to 10. */
                page_size?: string;
                /** @description Only rows after this one. `next` contains it; follow that link rather than building it. */
                after?: string;
                /** @description `csv` downloads the whole list as a file. In the console that needs a recent step-up. */
                format?: "json" | "csv";
                /** @description The language of the file’s column names. Defaults to the field names. */
                language?: "en" | "es";
                /** @description Only rows that match this text: names, addresses, ids, and hashes. */
                search?: string;
                /** @description Only verified and active, or only suspended. */
                status?: "active" | "suspended";
                /** @description The order. `balance` puts the largest wallet first, but not in CSV files, which then start with the newest member. Defaults to `newest`. */
                sort?: "newest" | "oldest" | "username" | "balance";
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Rows in the whole list. Long console lists stop counting at 10,000. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the previous page; null on the first one. */
                        previous: string | null;
                        /** @description The rows of this page. */
                        results: components["schemas"]["MemberRow"][];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    getMember: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
            path: {
                /** @description The id of the member. Digits in a string. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberDetail"];
                };
            };
        };
    };
    reopenMember: {
        parameters: {
            path: {
                /** @description The id of the member. Digits in a string. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The reason, for the audit log. */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberDetail"];
                };
            };
        };
    };
    suspendMember: {
        parameters: {
            path: {
                /** @description The id of the member. Digits in a string. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The reason, for the audit log. */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberDetail"];
                };
            };
        };
    };
    reinstateMember: {
        parameters: {
            path: {
                /** @description The id of the member. Digits in a string. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The reason, for the audit log. */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberDetail"];
                };
            };
        };
    };
    getMemberNetwork: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
            path: {
                /** @description The id of the member. Digits in a string. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberNetwork"];
                };
            };
        };
    };
    listMemberPostings: {
        parameters: {
            query?: {
                /** @description The page to show, from 1. */
                page?: string;
                /** @description Rows per page, at most 100. Defaults to 10. */
                page_size?: string;
                /** @description Only rows after this one. `next` contains it; follow that link rather than building it. */
                after?: string;
                /** @description `csv` downloads the whole list as a file. In the console that needs a recent step-up. */
                format?: "json" | "csv";
                /** @description The language of the file’s column names. Defaults to the field names. */
                language?: "en" | "es";
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
            path: {
                /** @description The id of the member. Digits in a string. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Rows in the whole list. Long console lists stop counting at 10,000. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the previous page; null on the first one. */
                        previous: string | null;
                        /** @description The rows of this page. */
                        results: components["schemas"]["MemberPosting"][];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    listMemberActivity: {
        parameters: {
            query?: {
                /** @description The page to show, from 1. */
                page?: string;
                /** @description Rows per page, at most 100. Defaults to 10. */
                page_size?: string;
                /** @description Only rows after this one. `next` contains it; follow that link rather than building it. */
                after?: string;
                /** @description `csv` downloads the whole list as a file. In the console that needs a recent step-up. */
                format?: "json" | "csv";
                /** @description The language of the file’s column names. Defaults to the field names. */
                language?: "en" | "es";
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
            path: {
                /** @description The id of the member. Digits in a string. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Rows in the whole list. Long console lists stop counting at 10,000. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the previous page; null on the first one. */
                        previous: string | null;
                        /** @description The rows of this page. */
                        results: components["schemas"]["ActivityEntry"][];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    listMemberSessions: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
            path: {
                /** @description The id of the member. Digits in a string. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The session’s id. Digits in a string. */
                        id: string;
                        /** @description Browser and system, from the user agent. */
                        device: string;
                        /**
                         * Format: date-time
                         * @description When the session began. An ISO 8601 time in UTC.
                         */
                        signed_in_at: string;
                        /**
                         * Format: date-time
                         * @description When the session was last used. An ISO 8601 time in UTC.
                         */
                        last_seen_at: string;
                    }[];
                };
            };
        };
    };
    endMemberSessions: {
        parameters: {
            path: {
                /** @description The id of the member. Digits in a string. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The reason, for the audit log. */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What happened, as an English sentence to show. */
                        detail: string;
                    };
                };
            };
        };
    };
    listMemberNotes: {
        parameters: {
            query?: {
                /** @description The page to show, from 1. */
                page?: string;
                /** @description Rows per page, at most 100. Defaults to 10. */
                page_size?: string;
                /** @description Only rows after this one. `next` contains it; follow that link rather than building it. */
                after?: string;
                /** @description `csv` downloads the whole list as a file. In the console that needs a recent step-up. */
                format?: "json" | "csv";
                /** @description The language of the file’s column names. Defaults to the field names. */
                language?: "en" | "es";
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
            path: {
                /** @description The id of the member. Digits in a string. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Rows in the whole list. Long console lists stop counting at 10,000. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the previous page; null on the first one. */
                        previous: string | null;
                        /** @description The rows of this page. */
                        results: components["schemas"]["MemberNote"][];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    addMemberNote: {
        parameters: {
            path: {
                /** @description The id of the member. Digits in a string. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The note. */
                    note: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberNote"];
                };
            };
        };
    };
    resendMemberEmail: {
        parameters: {
            path: {
                /** @description The id of the member. Digits in a string. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Which email to send.
                     * @enum {string}
                     */
                    mail: "verification" | "password";
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What happened, as an English sentence to show. */
                        detail: string;
                    };
                };
            };
        };
    };
    viewAsMember: {
        parameters: {
            path: {
                /** @description The id of the member. Digits in a string. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The reason, for the audit log. */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberViewToken"];
                };
            };
        };
    };
    operatorListProfiles: {
        parameters: {
            query?: {
                /** @description The page to show, from 1. */
                page?: string;
                /** @description Rows per page, at most 100. Defaults to 10. */
                page_size?: string;
                /** @description Only rows after this one. `next` contains it; follow that link rather than building it. */
                after?: string;
                /** @description `csv` downloads the whole list as a file. In the console that needs a recent step-up. */
                format?: "json" | "csv";
                /** @description The language of the file’s column names. Defaults to the field names. */
                language?: "en" | "es";
                /** @description Only rows that match this text: names, addresses, ids, and hashes. */
                search?: string;
                /** @description Only this plan. */
                plan?: "Bronze" | "Silver" | "Gold" | "Platinum" | "Diamond";
                /** @description Only active, or only inactive profiles. */
                active?: "true" | "false";
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Rows in the whole list. Long console lists stop counting at 10,000. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the previous page; null on the first one. */
                        previous: string | null;
                        /** @description The rows of this page. */
                        results: components["schemas"]["ProfileRow"][];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    operatorListWithdrawals: {
        parameters: {
            query?: {
                /** @description The page to show, from 1. */
                page?: string;
                /** @description Rows per page, at most 100. Defaults to 10. */
                page_size?: string;
                /** @description Only rows after this one. `next` contains it; follow that link rather than building it. */
                after?: string;
                /** @description `csv` downloads the whole list as a file. In the console that needs a recent step-up. */
                format?: "json" | "csv";
                /** @description The language of the file’s column names. Defaults to the field names. */
                language?: "en" | "es";
                /** @description `oldest` lists the longest-waiting items first. Defaults to `newest`. */
                sort?: "newest" | "oldest";
                /** @description Only this stage. */
                status?: "pending" | "approved" | "sent" | "confirmed" | "failed" | "rejected" | "cancelled";
                /** @description Only rows that match this text: names, addresses, ids, and hashes. */
                search?: string;
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Rows in the whole list. Long console lists stop counting at 10,000. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the previous page; null on the first one. */
                        previous: string | null;
                        /** @description The rows of this page. */
                        results: components["schemas"]["OperatorWithdrawal"][];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    getWithdrawal: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
            path: {
                /** @description The id of the withdrawal. Digits in a string. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WithdrawalDetail"];
                };
            };
        };
    };
    approveWithdrawal: {
        parameters: {
            header?: {
                /** @description Makes the call safe to repeat. Use a new UUID for each user action. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id of the withdrawal. Digits in a string. */
                id: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The revision you reviewed. Older ones are refused. */
                    revision?: number;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorWithdrawal"];
                };
            };
        };
    };
    approveWithdrawals: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The withdrawals to approve, at most 100. */
                    items: {
                        /** @description The withdrawal’s id. */
                        id: string;
                        /** @description The revision you reviewed. Older ones are refused. */
                        revision: number;
                    }[];
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description One outcome for each withdrawal. */
                        results: components["schemas"]["DecidedWithdrawal"][];
                    };
                };
            };
        };
    };
    rejectWithdrawal: {
        parameters: {
            header?: {
                /** @description Makes the call safe to repeat. Use a new UUID for each user action. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id of the withdrawal. Digits in a string. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The reason, for the audit log. */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorWithdrawal"];
                };
            };
        };
    };
    markWithdrawalSent: {
        parameters: {
            header?: {
                /** @description Makes the call safe to repeat. Use a new UUID for each user action. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id of the withdrawal. Digits in a string. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The TRON transaction: 64 hexadecimal digits. */
                    transaction_hash: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorWithdrawal"];
                };
            };
        };
    };
    listPayouts: {
        parameters: {
            query?: {
                /** @description The page to show, from 1. */
                page?: string;
                /** @description Rows per page, at most 100. Defaults to 10. */
                page_size?: string;
                /** @description Only rows after this one. `next` contains it; follow that link rather than building it. */
                after?: string;
                /** @description `csv` downloads the whole list as a file. In the console that needs a recent step-up. */
                format?: "json" | "csv";
                /** @description The language of the file’s column names. Defaults to the field names. */
                language?: "en" | "es";
                /** @description Only this state. */
                state?: "stored" | "confirmed" | "failed" | "expired";
                /** @description Only rows that match this text: names, addresses, ids, and hashes. */
                search?: string;
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Rows in the whole list. Long console lists stop counting at 10,000. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the previous page; null on the first one. */
                        previous: string | null;
                        /** @description The rows of this page. */
                        results: components["schemas"]["Payout"][];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    getPayout: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
            path: {
                /** @description The id of the payout. Digits in a string. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutDetail"];
                };
            };
        };
    };
    operatorListDeposits: {
        parameters: {
            query?: {
                /** @description The page to show, from 1. */
                page?: string;
                /** @description Rows per page, at most 100. Defaults to 10. */
                page_size?: string;
                /** @description Only rows after this one. `next` contains it; follow that link rather than building it. */
                after?: string;
                /** @description `csv` downloads the whole list as a file. In the console that needs a recent step-up. */
                format?: "json" | "csv";
                /** @description The language of the file’s column names. Defaults to the field names. */
                language?: "en" | "es";
                /** @description Only this status or stage. */
                status?: "pending" | "approved" | "rejected" | "awaiting_payment" | "seen" | "confirming" | "mismatch" | "credited" | "expired" | "replaced";
                /** @description Only rows that match this text: names, addresses, ids, and hashes. */
                search?: string;
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Rows in the whole list. Long console lists stop counting at 10,000. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the previous page; null on the first one. */
                        previous: string | null;
                        /** @description The rows of this page. */
                        results: components["schemas"]["OperatorDeposit"][];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    operatorListUnattributed: {
        parameters: {
            query?: {
                /** @description The page to show, from 1. */
                page?: string;
                /** @description Rows per page, at most 100. Defaults to 10. */
                page_size?: string;
                /** @description Only rows after this one. `next` contains it; follow that link rather than building it. */
                after?: string;
                /** @description `csv` downloads the whole list as a file. In the console that needs a recent step-up. */
                format?: "json" | "csv";
                /** @description The language of the file’s column names. Defaults to the field names. */
                language?: "en" | "es";
                /** @description `oldest` lists the longest-waiting items first. Defaults to `newest`. */
                sort?: "newest" | "oldest";
                /** @description Only this status. */
                status?: "waiting" | "too_small";
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Rows in the whole list. Long console lists stop counting at 10,000. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the previous page; null on the first one. */
                        previous: string | null;
                        /** @description The rows of this page. */
                        results: components["schemas"]["OperatorUnattributed"][];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    operatorAcceptUnattributed: {
        parameters: {
            header?: {
                /** @description Makes the call safe to repeat. Use a new UUID for each user action. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id of the transfer. Digits in a string. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The reason, for the audit log. */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorUnattributed"];
                };
            };
        };
    };
    listAdjustments: {
        parameters: {
            query?: {
                /** @description The page to show, from 1. */
                page?: string;
                /** @description Rows per page, at most 100. Defaults to 10. */
                page_size?: string;
                /** @description Only rows after this one. `next` contains it; follow that link rather than building it. */
                after?: string;
                /** @description `csv` downloads the whole list as a file. In the console that needs a recent step-up. */
                format?: "json" | "csv";
                /** @description The language of the file’s column names. Defaults to the field names. */
                language?: "en" | "es";
                /** @description `oldest` lists the longest-waiting items first. Defaults to `newest`. */
                sort?: "newest" | "oldest";
                /** @description Only this status. */
                status?: "pending" | "approved" | "rejected";
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Rows in the whole list. Long console lists stop counting at 10,000. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the previous page; null on the first one. */
                        previous: string | null;
                        /** @description The rows of this page. */
                        results: components["schemas"]["ListedAdjustment"][];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    requestAdjustment: {
        parameters: {
            header?: {
                /** @description Makes the call safe to repeat. Use a new UUID for each user action. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The member’s username. */
                    username: string;
                    /** @description US dollars with at most 2 decimals. Negative to take money out of the wallet. */
                    amount: string | number;
                    /** @description The reason, for the audit log. */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Adjustment"];
                };
            };
        };
    };
    getAdjustmentLimit: {
        parameters: {
            query: {
                /** @description The member’s username. */
                username: string;
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdjustmentLimit"];
                };
            };
        };
    };
    approveAdjustment: {
        parameters: {
            header?: {
                /** @description Makes the call safe to repeat. Use a new UUID for each user action. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id of the adjustment. Digits in a string. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Adjustment"];
                };
            };
        };
    };
    rejectAdjustment: {
        parameters: {
            header?: {
                /** @description Makes the call safe to repeat. Use a new UUID for each user action. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id of the adjustment. Digits in a string. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The reason, for the audit log. */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Adjustment"];
                };
            };
        };
    };
    listCatalogs: {
        parameters: {
            query?: {
                /** @description The page to show, from 1. */
                page?: string;
                /** @description Rows per page, at most 100. Defaults to 10. */
                page_size?: string;
                /** @description Only rows after this one. `next` contains it; follow that link rather than building it. */
                after?: string;
                /** @description `csv` downloads the whole list as a file. In the console that needs a recent step-up. */
                format?: "json" | "csv";
                /** @description The language of the file’s column names. Defaults to the field names. */
                language?: "en" | "es";
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Rows in the whole list. Long console lists stop counting at 10,000. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the previous page; null on the first one. */
                        previous: string | null;
                        /** @description The rows of this page. */
                        results: components["schemas"]["Catalog"][];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    addCatalog: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A summary of the changes, for colleagues. */
                    note: string;
                    /** @description All five plans. */
                    plans: {
                        /**
                         * @description The plan.
                         * @enum {string}
                         */
                        name: "Bronze" | "Silver" | "Gold" | "Platinum" | "Diamond";
                        /** @description What activation costs, in US dollars. */
                        joining_fee: string | number;
                        /** @description Paid to the seat directly above, in US dollars. */
                        level1: string | number;
                        /** @description Paid to the seat two levels above, in US dollars. */
                        level2: string | number;
                        /** @description Paid to the sponsor, in US dollars. */
                        sponsor_bonus: string | number;
                        /** @description The number of Bronze profiles that a complete board creates. Only Diamond may have any. */
                        reentries: number;
                    }[];
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Catalog"];
                };
            };
        };
    };
    listCatalogDrafts: {
        parameters: {
            query?: {
                /** @description The page to show, from 1. */
                page?: string;
                /** @description Rows per page, at most 100. Defaults to 10. */
                page_size?: string;
                /** @description Only rows after this one. `next` contains it; follow that link rather than building it. */
                after?: string;
                /** @description `csv` downloads the whole list as a file. In the console that needs a recent step-up. */
                format?: "json" | "csv";
                /** @description The language of the file’s column names. Defaults to the field names. */
                language?: "en" | "es";
                /** @description `oldest` lists the longest-waiting items first. Defaults to `newest`. */
                sort?: "newest" | "oldest";
                /** @description Only this state. */
                state?: "draft" | "proposed" | "approved" | "published" | "discarded";
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Rows in the whole list. Long console lists stop counting at 10,000. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the previous page; null on the first one. */
                        previous: string | null;
                        /** @description The rows of this page. */
                        results: components["schemas"]["CatalogDraft"][];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    addCatalogDraft: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A summary of the changes, for colleagues. */
                    note: string;
                    /** @description All five plans. */
                    plans: {
                        /**
                         * @description The plan.
                         * @enum {string}
                         */
                        name: "Bronze" | "Silver" | "Gold" | "Platinum" | "Diamond";
                        /** @description What activation costs, in US dollars. */
                        joining_fee: string | number;
                        /** @description Paid to the seat directly above, in US dollars. */
                        level1: string | number;
                        /** @description Paid to the seat two levels above, in US dollars. */
                        level2: string | number;
                        /** @description Paid to the sponsor, in US dollars. */
                        sponsor_bonus: string | number;
                        /** @description The number of Bronze profiles that a complete board creates. Only Diamond may have any. */
                        reentries: number;
                    }[];
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogDraft"];
                };
            };
        };
    };
    getCatalogDraft: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
            path: {
                /** @description The id of the draft. Digits in a string. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogDraft"];
                };
            };
        };
    };
    changeCatalogDraft: {
        parameters: {
            path: {
                /** @description The id of the draft. Digits in a string. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A summary of the changes, for colleagues. */
                    note: string;
                    /** @description All five plans. */
                    plans: {
                        /**
                         * @description The plan.
                         * @enum {string}
                         */
                        name: "Bronze" | "Silver" | "Gold" | "Platinum" | "Diamond";
                        /** @description What activation costs, in US dollars. */
                        joining_fee: string | number;
                        /** @description Paid to the seat directly above, in US dollars. */
                        level1: string | number;
                        /** @description Paid to the seat two levels above, in US dollars. */
                        level2: string | number;
                        /** @description Paid to the sponsor, in US dollars. */
                        sponsor_bonus: string | number;
                        /** @description The number of Bronze profiles that a complete board creates. Only Diamond may have any. */
                        reentries: number;
                    }[];
                    /** @description The revision you reviewed. Older ones are refused. */
                    revision: number;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogDraft"];
                };
            };
        };
    };
    discardCatalogDraft: {
        parameters: {
            path: {
                /** @description The id of the draft. Digits in a string. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogDraft"];
                };
            };
        };
    };
    proposeCatalogDraft: {
        parameters: {
            path: {
                /** @description The id of the draft. Digits in a string. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The revision you reviewed. Older ones are refused. */
                    revision: number;
                    /**
                     * Format: date-time
                     * @description When it takes effect, within a year from now. An ISO 8601 time in UTC.
                     */
                    starts_at: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogDraft"];
                };
            };
        };
    };
    approveCatalogDraft: {
        parameters: {
            path: {
                /** @description The id of the draft. Digits in a string. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The revision you reviewed. Older ones are refused. */
                    revision: number;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogDraft"];
                };
            };
        };
    };
    returnCatalogDraft: {
        parameters: {
            path: {
                /** @description The id of the draft. Digits in a string. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The reason, for the audit log. */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogDraft"];
                };
            };
        };
    };
    getWhatIf: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
            path: {
                /** @description The id of the draft. Digits in a string. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WhatIf"];
                };
            };
        };
    };
    startWhatIf: {
        parameters: {
            path: {
                /** @description The id of the draft. Digits in a string. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WhatIf"];
                };
            };
        };
    };
    listMessages: {
        parameters: {
            query?: {
                /** @description The page to show, from 1. */
                page?: string;
                /** @description Rows per page, at most 100. Defaults to 10. */
                page_size?: string;
                /** @description Only rows after this one. `next` contains it; follow that link rather than building it. */
                after?: string;
                /** @description `csv` downloads the whole list as a file. In the console that needs a recent step-up. */
                format?: "json" | "csv";
                /** @description The language of the file’s column names. Defaults to the field names. */
                language?: "en" | "es";
                /** @description `oldest` lists the longest-waiting items first. Defaults to `newest`. */
                sort?: "newest" | "oldest";
                /** @description Only open, or only answered ones. */
                status?: "open" | "answered";
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Rows in the whole list. Long console lists stop counting at 10,000. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the previous page; null on the first one. */
                        previous: string | null;
                        /** @description The rows of this page. */
                        results: components["schemas"]["Message"][];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    answerMessage: {
        parameters: {
            path: {
                /** @description The id of the message. Digits in a string. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The answer. */
                    answer: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /** @description The page to show, from 1. */
                page?: string;
                /** @description Rows per page, at most 100. Defaults to 10. */
                page_size?: string;
                /** @description Only rows after this one. `next` contains it; follow that link rather than building it. */
                after?: string;
                /** @description `csv` downloads the whole list as a file. In the console that needs a recent step-up. */
                format?: "json" | "csv";
                /** @description The language of the file’s column names. Defaults to the field names. */
                language?: "en" | "es";
                /** @description Only what this operator did. */
                operator?: string;
                /** @description Only this action. */
                action?: string;
                /** @description Only changes to this object. */
                object?: string;
                /** @description Only rows that match this text: names, addresses, ids, and hashes. */
                text?: string;
                /** @description Only entries from this time on. An ISO 8601 time in UTC. */
                from?: string;
                /** @description Only entries before this time. An ISO 8601 time in UTC. */
                to?: string;
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Rows in the whole list. Long console lists stop counting at 10,000. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the previous page; null on the first one. */
                        previous: string | null;
                        /** @description The rows of this page. */
                        results: components["schemas"]["AuditEntry"][];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    checkAudit: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditCheck"];
                };
            };
        };
    };
    listJournals: {
        parameters: {
            query?: {
                /** @description The page to show, from 1. */
                page?: string;
                /** @description Rows per page, at most 100. Defaults to 10. */
                page_size?: string;
                /** @description Only rows after this one. `next` contains it; follow that link rather than building it. */
                after?: string;
                /** @description `csv` downloads the whole list as a file. In the console that needs a recent step-up. */
                format?: "json" | "csv";
                /** @description The language of the file’s column names. Defaults to the field names. */
                language?: "en" | "es";
                /** @description Only this account: its name, its number, or a member’s username. */
                account?: string;
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Rows in the whole list. Long console lists stop counting at 10,000. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the previous page; null on the first one. */
                        previous: string | null;
                        /** @description The rows of this page. */
                        results: components["schemas"]["Journal"][];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    getJournal: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
            path: {
                /** @description The id of the journal entry. Digits in a string. */
                id: string;
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Journal"];
                };
            };
        };
    };
    checkLedger: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerCheck"];
                };
            };
        };
    };
    getCustody: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustodyReport"];
                };
            };
        };
    };
    getReadinessChecklist: {
        parameters: {
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    recordReadinessItem: {
        parameters: {
            path: {
                /** @description The item. */
                item: "operating_entity" | "terms" | "privacy" | "regions" | "benefits" | "disclosure" | "support_contact" | "deposit_key_test" | "backup_restored" | "two_admins" | "https" | "two_nodes" | "withdrawal_hold" | "approval_limits" | "schema_owner" | "same_secret";
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The evidence, for the audit log. */
                    evidence: string;
                    /** @description Whether it is done. */
                    done: boolean;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    listLegalTexts: {
        parameters: {
            query?: {
                /** @description The page to show, from 1. */
                page?: string;
                /** @description Rows per page, at most 100. Defaults to 10. */
                page_size?: string;
                /** @description Only rows after this one. `next` contains it; follow that link rather than building it. */
                after?: string;
                /** @description `csv` downloads the whole list as a file. In the console that needs a recent step-up. */
                format?: "json" | "csv";
                /** @description The language of the file’s column names. Defaults to the field names. */
                language?: "en" | "es";
            };
            header?: {
                /** @description With read replicas: the highest position from earlier responses. This response is at least that current. */
                "Twofold-Seen"?: components["parameters"]["Twofold-Seen"];
            };
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Rows in the whole list. Long console lists stop counting at 10,000. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the previous page; null on the first one. */
                        previous: string | null;
                        /** @description The rows of this page. */
                        results: components["schemas"]["PublishedText"][];
                    };
                    "text/csv": string;
                };
            };
        };
    };
    publishLegalText: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Which text.
                     * @enum {string}
                     */
                    kind: "terms" | "privacy";
                    /**
                     * @description The language of this original.
                     * @default en
                     * @enum {string}
                     */
                    language?: "en" | "es";
                    /** @description The text. Blank lines separate paragraphs. */
                    body: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishedText"];
                };
            };
        };
    };
    publishLegalTranslation: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Which text.
                     * @enum {string}
                     */
                    kind: "terms" | "privacy";
                    /** @description The version that is translated. */
                    version: string;
                    /**
                     * @description The language of the translation.
                     * @enum {string}
                     */
                    language: "en" | "es";
                    /** @description The translated text. */
                    body: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishedText"];
                };
            };
        };
    };
    MemberRegisteredEvent: {
        parameters: {
            header: {
                /** @description `t=…,v1=…`: the time of sending in seconds since 1970, and the HMAC-SHA256 of that time, a period, and the body, with the endpoint’s secret, in hexadecimal. For a day after the secret was rolled there are two `v1`. */
                "Twofold-Signature": string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberRegisteredEvent"];
            };
        };
        responses: {
            /** @description Any 2xx response completes the delivery. We ignore the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried for 3 days, at growing intervals. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    ProfileCreatedEvent: {
        parameters: {
            header: {
                /** @description `t=…,v1=…`: the time of sending in seconds since 1970, and the HMAC-SHA256 of that time, a period, and the body, with the endpoint’s secret, in hexadecimal. For a day after the secret was rolled there are two `v1`. */
                "Twofold-Signature": string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProfileCreatedEvent"];
            };
        };
        responses: {
            /** @description Any 2xx response completes the delivery. We ignore the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried for 3 days, at growing intervals. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    ProfileActivatedEvent: {
        parameters: {
            header: {
                /** @description `t=…,v1=…`: the time of sending in seconds since 1970, and the HMAC-SHA256 of that time, a period, and the body, with the endpoint’s secret, in hexadecimal. For a day after the secret was rolled there are two `v1`. */
                "Twofold-Signature": string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProfileActivatedEvent"];
            };
        };
        responses: {
            /** @description Any 2xx response completes the delivery. We ignore the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried for 3 days, at growing intervals. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    RewardPaidEvent: {
        parameters: {
            header: {
                /** @description `t=…,v1=…`: the time of sending in seconds since 1970, and the HMAC-SHA256 of that time, a period, and the body, with the endpoint’s secret, in hexadecimal. For a day after the secret was rolled there are two `v1`. */
                "Twofold-Signature": string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RewardPaidEvent"];
            };
        };
        responses: {
            /** @description Any 2xx response completes the delivery. We ignore the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried for 3 days, at growing intervals. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    DepositCreditedEvent: {
        parameters: {
            header: {
                /** @description `t=…,v1=…`: the time of sending in seconds since 1970, and the HMAC-SHA256 of that time, a period, and the body, with the endpoint’s secret, in hexadecimal. For a day after the secret was rolled there are two `v1`. */
                "Twofold-Signature": string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DepositCreditedEvent"];
            };
        };
        responses: {
            /** @description Any 2xx response completes the delivery. We ignore the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried for 3 days, at growing intervals. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    WithdrawalRequestedEvent: {
        parameters: {
            header: {
                /** @description `t=…,v1=…`: the time of sending in seconds since 1970, and the HMAC-SHA256 of that time, a period, and the body, with the endpoint’s secret, in hexadecimal. For a day after the secret was rolled there are two `v1`. */
                "Twofold-Signature": string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WithdrawalRequestedEvent"];
            };
        };
        responses: {
            /** @description Any 2xx response completes the delivery. We ignore the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried for 3 days, at growing intervals. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    WithdrawalApprovedEvent: {
        parameters: {
            header: {
                /** @description `t=…,v1=…`: the time of sending in seconds since 1970, and the HMAC-SHA256 of that time, a period, and the body, with the endpoint’s secret, in hexadecimal. For a day after the secret was rolled there are two `v1`. */
                "Twofold-Signature": string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WithdrawalApprovedEvent"];
            };
        };
        responses: {
            /** @description Any 2xx response completes the delivery. We ignore the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried for 3 days, at growing intervals. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    WithdrawalPaidEvent: {
        parameters: {
            header: {
                /** @description `t=…,v1=…`: the time of sending in seconds since 1970, and the HMAC-SHA256 of that time, a period, and the body, with the endpoint’s secret, in hexadecimal. For a day after the secret was rolled there are two `v1`. */
                "Twofold-Signature": string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WithdrawalPaidEvent"];
            };
        };
        responses: {
            /** @description Any 2xx response completes the delivery. We ignore the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried for 3 days, at growing intervals. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    WithdrawalFailedEvent: {
        parameters: {
            header: {
                /** @description `t=…,v1=…`: the time of sending in seconds since 1970, and the HMAC-SHA256 of that time, a period, and the body, with the endpoint’s secret, in hexadecimal. For a day after the secret was rolled there are two `v1`. */
                "Twofold-Signature": string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WithdrawalFailedEvent"];
            };
        };
        responses: {
            /** @description Any 2xx response completes the delivery. We ignore the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried for 3 days, at growing intervals. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    WithdrawalRejectedEvent: {
        parameters: {
            header: {
                /** @description `t=…,v1=…`: the time of sending in seconds since 1970, and the HMAC-SHA256 of that time, a period, and the body, with the endpoint’s secret, in hexadecimal. For a day after the secret was rolled there are two `v1`. */
                "Twofold-Signature": string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WithdrawalRejectedEvent"];
            };
        };
        responses: {
            /** @description Any 2xx response completes the delivery. We ignore the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried for 3 days, at growing intervals. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    WithdrawalCancelledEvent: {
        parameters: {
            header: {
                /** @description `t=…,v1=…`: the time of sending in seconds since 1970, and the HMAC-SHA256 of that time, a period, and the body, with the endpoint’s secret, in hexadecimal. For a day after the secret was rolled there are two `v1`. */
                "Twofold-Signature": string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WithdrawalCancelledEvent"];
            };
        };
        responses: {
            /** @description Any 2xx response completes the delivery. We ignore the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried for 3 days, at growing intervals. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    WalletAdjustedEvent: {
        parameters: {
            header: {
                /** @description `t=…,v1=…`: the time of sending in seconds since 1970, and the HMAC-SHA256 of that time, a period, and the body, with the endpoint’s secret, in hexadecimal. For a day after the secret was rolled there are two `v1`. */
                "Twofold-Signature": string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WalletAdjustedEvent"];
            };
        };
        responses: {
            /** @description Any 2xx response completes the delivery. We ignore the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried for 3 days, at growing intervals. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    WebhookTestEvent: {
        parameters: {
            header: {
                /** @description `t=…,v1=…`: the time of sending in seconds since 1970, and the HMAC-SHA256 of that time, a period, and the body, with the endpoint’s secret, in hexadecimal. For a day after the secret was rolled there are two `v1`. */
                "Twofold-Signature": string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTestEvent"];
            };
        };
        responses: {
            /** @description Any 2xx response completes the delivery. We ignore the body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried for 3 days, at growing intervals. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
