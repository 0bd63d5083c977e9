-- Legal texts in several languages. A version has one original, and translations of it.

alter table legal_texts
  add column language text not null default 'en' check (language in ('en', 'es'));

create table legal_translations (
  kind text not null,
  version integer not null,
  language text not null check (language in ('en', 'es')),
  body text not null,
  published_by text not null,
  published_at timestamptz not null default now(),
  primary key (kind, version, language),
  foreign key (kind, version) references legal_texts
);
comment on table legal_translations is
  'Translations of legal texts. Each belongs to one version of the original.';
create trigger legal_translations_append_only before update or delete on legal_translations
  for each row execute function refuse_change();
create trigger legal_translations_no_truncate before truncate on legal_translations
  for each statement execute function refuse_change();

-- What members accepted before was the original, in English.
alter table text_acceptances
  add column language text not null default 'en' check (language in ('en', 'es'));
