package io.smartt.view.export;

import static java.util.stream.Collectors.toMap;

import module java.base;

import io.smartt.base.input.FileErrors;
import io.smartt.base.input.FolderTree;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.report.CsvReader;
import io.smartt.experiment.report.RunTables;
import io.smartt.experiment.report.Table;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/**
 * Writes the CSVs of a folder as Parquet: {@code flows.csv} as {@code flows.parquet}, uncompressed,
 * with the same rows and columns in the same order. Tables of runs have the same column types in
 * every run; other tables, as of sweeps, have those of their content.
 */
public final class ParquetExport {
  private static final String CSV = ".csv";

  private ParquetExport() {}

  /**
   * Exports all tables of a folder.
   *
   * @param to folder that gets the files; made if it is not there
   * @return the files, by name
   * @throws UserInputException if there is no table, a table is none, or a file cannot be written
   */
  public static List<Path> export(Path folder, Path to) {
    List<Path> tables =
        FileErrors.input("cannot read " + folder).get(() -> FolderTree.children(folder)).stream()
            .filter(file -> file.toString().endsWith(CSV))
            .toList();
    if (tables.isEmpty()) {
      throw new UserInputException(
          folder + " has no tables (.csv): name a run folder or a sweep's");
    }
    List<Path> written = new ArrayList<>();
    for (Path table : tables) {
      String csv = String.valueOf(table.getFileName());
      String name = csv.substring(0, csv.length() - CSV.length());
      Path file = to.resolve(name + ".parquet");
      FileErrors.input("cannot write " + file + " from " + table)
          .run(() -> {
            Files.createDirectories(to);
            write(table, name, file);
          });
      written.add(file);
    }
    return written;
  }

  private static void write(Path table, String name, Path file) throws IOException {
    Map<String, ColumnType> declared =
        RunTables.ALL.stream()
            .filter(one -> one.file().equals(name + CSV))
            .flatMap(one -> one.columns().stream())
            .filter(column -> !column.name().isEmpty())
            .collect(toMap(Table.Column::name, column -> ColumnType.of(column.type())));
    List<ColumnType> byContent = declared.isEmpty() ? byContent(table) : List.of();
    try (CsvReader rows = CsvReader.open(table)) {
      List<String> names = rows.names();
      List<ColumnType> types =
          declared.isEmpty()
              ? byContent
              : names.stream()
                  .map(column -> declared.getOrDefault(column, ColumnType.WHOLE))
                  .toList();
      List<Type> columns = new ArrayList<>();
      for (int i = 0; i < names.size(); i++) {
        columns.add(types.get(i).of(names.get(i)));
      }
      MessageType schema = new MessageType(name, columns);
      try (ParquetWriter<Group> out =
          ExampleParquetWriter.builder(new LocalOutputFile(file))
              .withConf(new PlainParquetConfiguration())
              .withType(schema)
              .withCompressionCodec(CompressionCodecName.UNCOMPRESSED)
              .withWriteMode(ParquetFileWriter.Mode.OVERWRITE)
              .build()) {
        for (Optional<CsvReader.Row> row = rows.next(); row.isPresent(); row = rows.next()) {
          out.write(group(schema, types, row.get()));
        }
      }
    }
  }

  private static Group group(MessageType schema, List<ColumnType> types, CsvReader.Row row) {
    Group group = new SimpleGroup(schema);
    for (int i = 0; i < types.size(); i++) {
      String text = row.fields().get(i);
      if (!types.get(i).takes(text)) {
        throw new UserInputException(
            "%s: row %d has '%s' in column %s, which has numbers"
                .formatted(row.file(), row.number(), text, schema.getFieldName(i)));
      }
      if (!text.isEmpty()) {
        types.get(i).add(group, schema.getFieldName(i), text);
      }
    }
    return group;
  }

  private static List<ColumnType> byContent(Path table) throws IOException {
    try (CsvReader rows = CsvReader.open(table)) {
      List<ColumnType> types =
          new ArrayList<>(Collections.nCopies(rows.names().size(), ColumnType.WHOLE));
      for (Optional<CsvReader.Row> row = rows.next(); row.isPresent(); row = rows.next()) {
        for (int i = 0; i < types.size(); i++) {
          types.set(i, types.get(i).with(row.get().fields().get(i)));
        }
      }
      return types;
    }
  }

  /** The type of a column's fields. An empty field is a null. */
  enum ColumnType {
    /** A whole number of 64 bits. */
    WHOLE("-?\\d{1,18}"),

    /** A number of double precision. */
    NUMBER("-?\\d+(\\.\\d+)?([eE][-+]?\\d+)?"),

    /** Text in UTF-8. */
    TEXT("(?s).*");

    private final Pattern form;

    ColumnType(String form) {
      this.form = Pattern.compile(form);
    }

    /** The type of a column of a run's table. */
    static ColumnType of(Table.Type type) {
      return switch (type) {
        case WHOLE -> WHOLE;
        case NUMBER, US -> NUMBER;
        case TEXT -> TEXT;
      };
    }

    /** Returns whether a field can be of this type. */
    boolean takes(String text) {
      return text.isEmpty() || form.matcher(text).matches();
    }

    /** The narrowest type of a field that another one of its column was of this type. */
    ColumnType with(String text) {
      ColumnType type = this;
      while (!type.takes(text)) {
        type = type == WHOLE ? NUMBER : TEXT;
      }
      return type;
    }

    PrimitiveType of(String name) {
      return switch (this) {
        case WHOLE -> Types.optional(PrimitiveTypeName.INT64).named(name);
        case NUMBER -> Types.optional(PrimitiveTypeName.DOUBLE).named(name);
        case TEXT ->
            Types.optional(PrimitiveTypeName.BINARY)
                .as(LogicalTypeAnnotation.stringType())
                .named(name);
      };
    }

    void add(Group row, String name, String text) {
      switch (this) {
        case WHOLE -> row.add(name, Long.parseLong(text));
        case NUMBER -> row.add(name, Double.parseDouble(text));
        case TEXT -> row.add(name, text);
      }
    }
  }
}
