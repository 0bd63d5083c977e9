-- In a transaction of its own, because the one before locks out everyone.
analyze only postings;
select extend_postings();
