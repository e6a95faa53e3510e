#!/usr/bin/env bash
# Perl's readers of spreadsheets: value() is to be the text that the cell shows. Two of Debian 12 change the amounts of a payment report without a word.
# Spreadsheet::ParseXLSX 0.27 (with ParseExcel 0.6500, which reads .xls so): [$HKD] #,##0.00 and [$USD], as Excel itself writes them, take H, D and S for hour, day and second,
# so each amount is a text such as 12K18 .,..00. "HKD" in quotes is fine. A refund in red, as Excel writes it outside of America, is --19.99.
# Spreadsheet::XLSX 0.17: [$HKD] and [$USD] are left out, 0.125 KWD is 0.12 even in the format General, and kroner are 1..9 [$kr.-406].
# Safe: unformatted() of ParseXLSX and ParseExcel, {Val} of Spreadsheet::XLSX.
# Needs Debian 12's libexcel-writer-xlsx-perl, libspreadsheet-parsexlsx-perl and libspreadsheet-xlsx-perl.
set -euo pipefail
perl -MExcel::Writer::XLSX -MSpreadsheet::ParseXLSX -MSpreadsheet::XLSX -e1 2>/dev/null || { echo "needs Debian's packages libexcel-writer-xlsx-perl, libspreadsheet-parsexlsx-perl and libspreadsheet-xlsx-perl"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >report.pl <<'PERL'
use strict;
use warnings;
use Excel::Writer::XLSX;
use Spreadsheet::ParseXLSX;
use Spreadsheet::XLSX;
my @formats = ('General', '#,##0.00', '[$HKD] #,##0.00', '[$HK$-C04]#,##0.00', '[$USD] #,##0.00', '[$MYR] #,##0.00', '"HKD" #,##0.00', '#,##0.00_ ;[Red]\-#,##0.00\ ', '#,##0.00_);(#,##0.00)', '#,##0.00 [$kr.-406]');
my $book = Excel::Writer::XLSX->new('report.xlsx');
my $sheet = $book->add_worksheet;
for my $row (0 .. $#formats) {
  my $format = $book->add_format(num_format => $formats[$row]);
  $sheet->write_number($row, $_, (1234.5, 0.125, -19.99)[$_], $format) for 0 .. 2;
}
$book->close;
my %books = (ParseXLSX => Spreadsheet::ParseXLSX->new->parse('report.xlsx'), XLSX => Spreadsheet::XLSX->new('report.xlsx'));
for my $reader (sort keys %books) {
  print "Spreadsheet::$reader\n";
  my ($read) = $books{$reader}->worksheets;
  for my $row (0 .. $#formats) {
    my @cells = map { $read->get_cell($row, $_) } 0 .. 2;
    print "  $formats[$row]: ", join(' | ', map { $_->value } @cells), ' of ', join(' ', map { $reader eq 'XLSX' ? $_->{Val} : $_->unformatted } @cells), "\n";
  }
}
PERL
perl report.pl | tee seen
diff seen - <<'TEXT'
Spreadsheet::ParseXLSX
  General: 1234.5 | 0.125 | -19.99 of 1234.5 0.125 -19.99
  #,##0.00: 1,234.50 | 0.13 | -19.99 of 1234.5 0.125 -19.99
  [$HKD] #,##0.00: 12K18 .,..00 | 3K0 .,..00 | -19.99 of 1234.5 0.125 -19.99
  [$HK$-C04]#,##0.00: [$12K$-C04].,..00 | [$3K$-C04].,..00 | -19.99 of 1234.5 0.125 -19.99
  [$USD] #,##0.00: U018 .,..00 | U00 .,..00 | -19.99 of 1234.5 0.125 -19.99
  [$MYR] #,##0.00: 5yR .,..00 | 1yR .,..00 | -19.99 of 1234.5 0.125 -19.99
  "HKD" #,##0.00: HKD 1,234.50 | HKD 0.13 | HKD -19.99 of 1234.5 0.125 -19.99
  #,##0.00_ ;[Red]\-#,##0.00\ : 1,234.50 | 0.13 | --19.99 of 1234.5 0.125 -19.99
  #,##0.00_);(#,##0.00): 1,234.50 | 0.13 | -19.99 of 1234.5 0.125 -19.99
  #,##0.00 [$kr.-406]: 1,234.50 kr. | 0.13 kr. | -19.99 kr. of 1234.5 0.125 -19.99
Spreadsheet::XLSX
  General: 1234.50 | 0.12 | -19.99 of 1234.5 0.125 -19.99
  #,##0.00: 1,234.50 | 0.12 | -19.99 of 1234.5 0.125 -19.99
  [$HKD] #,##0.00:  1,234.50 |  0.12 |  -19.99 of 1234.5 0.125 -19.99
  [$HK$-C04]#,##0.00: 1,234.50 | 0.12 | -19.99 of 1234.5 0.125 -19.99
  [$USD] #,##0.00:  1,234.50 |  0.12 |  -19.99 of 1234.5 0.125 -19.99
  [$MYR] #,##0.00:  1,234.50 |  0.12 |  -19.99 of 1234.5 0.125 -19.99
  "HKD" #,##0.00: HKD 1,234.50 | HKD 0.12 | HKD -19.99 of 1234.5 0.125 -19.99
  #,##0.00_ ;[Red]\-#,##0.00\ : 1,234.50   | 0.12   | --19.99  of 1234.5 0.125 -19.99
  #,##0.00_);(#,##0.00): 1,234.50  | 0.12  | -19.99 of 1234.5 0.125 -19.99
  #,##0.00 [$kr.-406]: 1,23..5 [$kr.406] | 0..1 [$kr.456] | 1..9 [$kr.-406] of 1234.5 0.125 -19.99
TEXT
