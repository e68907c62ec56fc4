package io.smartt.switchd.console;

import module java.base;

/** Rows of text in columns as wide as they need; numbers to the right. */
public final class TextTable {
  private final List<List<String>> rows = new ArrayList<>();

  public TextTable(String... titles) {
    row(titles);
  }

  public void row(String... cells) {
    rows.add(List.copyOf(Arrays.asList(cells)));
  }

  @Override
  public String toString() {
    int[] widths =
        IntStream.range(0, rows.getFirst().size())
            .map(column -> rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0))
            .toArray();
    return rows.stream()
        .map(row ->
            IntStream.range(0, widths.length)
                .mapToObj(column -> cell(row.get(column), widths[column], numeric(column)))
                .collect(Collectors.joining("  "))
                .stripTrailing())
        .collect(Collectors.joining(System.lineSeparator(), "", System.lineSeparator()));
  }

  /** Returns the table as Markdown has it. */
  public String markdown() {
    List<String> lines = new ArrayList<>(rows.stream().map(TextTable::markdown).toList());
    lines.add(1, "|---".repeat(rows.getFirst().size()) + "|");
    return String.join("\n", lines) + "\n";
  }

  private static String markdown(List<String> row) {
    return row.stream()
        .map(cell -> cell.replace("|", "\\|"))
        .collect(Collectors.joining(" | ", "| ", " |"));
  }

  private boolean numeric(int column) {
    return rows.stream()
        .skip(1)
        .allMatch(row -> row.get(column).chars().allMatch(c -> c == '-' || Character.isDigit(c)));
  }

  private static String cell(String text, int width, boolean right) {
    String space = " ".repeat(width - text.length());
    return right ? space + text : text + space;
  }
}
