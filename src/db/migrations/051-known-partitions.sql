-- In a transaction of its own, because the one before locks out everyone.
analyze postings;
select extend_postings();
