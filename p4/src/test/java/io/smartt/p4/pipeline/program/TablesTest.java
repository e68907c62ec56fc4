package io.smartt.p4.pipeline.program;

import static io.smartt.p4.pipeline.program.Device.entry;
import static io.smartt.p4.pipeline.program.Device.exact;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PipelineControl.Change;
import io.smartt.p4.pipeline.PipelineControl.InvalidChangeException;
import io.smartt.p4.pipeline.PipelineControl.UnknownNameException;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import io.smartt.p4.pipeline.TableEntry.MatchValue;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What {@code tables.p4} finds: one table of each kind, asked with each packet. */
@Timeout(120)
class TablesTest {
  private static final MatchValue ANY = new MatchValue.Any();

  private final Device device = new Device("tables");

  /** A packet with the fields that the tables look at. */
  private static String packet(int a, int b, int c, long d, String e) {
    return "ee5550" + "%02x%03x%01x%08x".formatted(a, b, c, d) + e + "0000000000000000";
  }

  private static String packet(int a, int b, int c, long d) {
    return packet(a, b, c, d, "0".repeat(32));
  }

  /**
   * Which entry a table found: 0 set, 1 exact, 2 ternary, 3 lpm, 4 range, 5 optional, 6 wide, 7
   * const.
   */
  private int found(int table, String packet) {
    String out = device.pass(packet);
    int at = out.length() - 16 + 2 * table;
    return Integer.parseInt(out.substring(at, at + 2), 16);
  }

  private void put(TableEntry... entries) {
    List<Change> changes = Arrays.stream(entries).<Change>map(Change.PutEntry::new).toList();
    device.pipeline.control().apply(changes);
  }

  private static MatchValue ternary(long value, long mask, int width) {
    return new MatchValue.Ternary(Bits.of(value, width), Bits.of(mask, width));
  }

  private static MatchValue lpm(long value, int length) {
    return new MatchValue.Lpm(Bits.of(value, 32), length);
  }

  private static MatchValue range(long low, long high) {
    return new MatchValue.Range(Bits.of(low, 12), Bits.of(high, 12));
  }

  private static MatchValue given(long value, int width) {
    return new MatchValue.Optional(Bits.of(value, width));
  }

  private static TableEntry exactEntry(long a, long b, int found) {
    return entry(
        "ingress.exact_table",
        List.of(exact(a, 8), exact(b, 12)),
        0,
        "ingress.exact_is",
        Bits.of(found, 8));
  }

  @Test
  void exactTable() {
    put(exactEntry(1, 2, 7), exactEntry(1, 3, 8));

    assertThat(found(1, packet(1, 2, 0, 0))).isEqualTo(7);
    assertThat(found(1, packet(1, 3, 0, 0))).isEqualTo(8);
    assertThat(found(1, packet(2, 2, 0, 0))).isZero();
  }

  @Test
  void anEntryIsReplacedAndRemoved() {
    put(exactEntry(1, 2, 7));
    put(exactEntry(1, 2, 9));
    assertThat(found(1, packet(1, 2, 0, 0))).isEqualTo(9);
    assertThat(device.pipeline.control().entries("ingress.exact_table")).hasSize(1);

    device
        .pipeline
        .control()
        .apply(
            List.of(
                new Change.RemoveEntry(
                    "ingress.exact_table", List.of(exact(1, 8), exact(2, 12)), 0)));
    assertThat(found(1, packet(1, 2, 0, 0))).isZero();
    assertThat(device.pipeline.control().entries("ingress.exact_table")).isEmpty();
  }

  @Test
  void ternaryTableWithAnLpmFieldGoesByPriority() {
    String table = "ingress.ternary_table";
    String action = "ingress.ternary_is";
    put(
        entry(table, List.of(ternary(0x10, 0xf0, 8), ANY, ANY), 1, action, Bits.of(1, 8)),
        entry(table, List.of(ANY, ANY, lpm(0x0a000000, 8)), 2, action, Bits.of(2, 8)),
        entry(table, List.of(ternary(0x11, 0xff, 8), ANY, lpm(0, 0)), 3, action, Bits.of(3, 8)));

    assertThat(found(2, packet(0x12, 0, 0, 0))).isEqualTo(1);
    assertThat(found(2, packet(0x12, 0, 0, 0x0a000001))).isEqualTo(2);
    assertThat(found(2, packet(0x11, 0, 0, 0x0a000001))).isEqualTo(3);
    assertThat(found(2, packet(0x20, 0, 0, 0))).isEqualTo(99);
  }

  @Test
  void lpmTableWithAnExactField() {
    String table = "ingress.lpm_table";
    put(
        entry(table, List.of(exact(1, 8), lpm(0x0a000000, 8)), 0, "ingress.lpm_is", Bits.of(1, 8)),
        entry(table, List.of(exact(1, 8), lpm(0x0a010000, 16)), 0, "ingress.lpm_is", Bits.of(2, 8)),
        entry(table, List.of(exact(1, 8), ANY), 0, "ingress.lpm_is", Bits.of(3, 8)));

    assertThat(found(3, packet(1, 0, 0, 0x0a010203))).isEqualTo(2);
    assertThat(found(3, packet(1, 0, 0, 0x0a020203))).isEqualTo(1);
    assertThat(found(3, packet(1, 0, 0, 0xffffffffL))).isEqualTo(3);
    assertThat(found(3, packet(2, 0, 0, 0x0a010203))).isZero();
  }

  @Test
  void rangeTable() {
    String table = "ingress.range_table";
    put(
        entry(table, List.of(range(10, 20), exact(1, 8)), 5, "ingress.range_is", Bits.of(1, 8)),
        entry(table, List.of(range(15, 4095), exact(1, 8)), 6, "ingress.range_is", Bits.of(2, 8)));

    assertThat(found(4, packet(1, 9, 0, 0))).isZero();
    assertThat(found(4, packet(1, 10, 0, 0))).isEqualTo(1);
    assertThat(found(4, packet(1, 15, 0, 0))).isEqualTo(2);
    assertThat(found(4, packet(1, 4095, 0, 0))).isEqualTo(2);
  }

  @Test
  void optionalTable() {
    String table = "ingress.optional_table";
    put(
        entry(table, List.of(given(1, 8), ANY), 5, "ingress.optional_is", Bits.of(1, 8)),
        entry(table, List.of(given(1, 8), given(2, 4)), 6, "ingress.optional_is", Bits.of(2, 8)));

    assertThat(found(5, packet(1, 0, 0, 0))).isEqualTo(1);
    assertThat(found(5, packet(1, 0, 2, 0))).isEqualTo(2);
    assertThat(found(5, packet(2, 0, 2, 0))).isZero();
  }

  @Test
  void lpmOf128Bits() {
    Bits prefix = new Bits(new BigInteger("20010db8" + "0".repeat(24), 16), 128);
    Bits longer = new Bits(new BigInteger("20010db8" + "0".repeat(23) + "8", 16), 128);
    String table = "ingress.wide_table";
    put(
        entry(table, List.of(new MatchValue.Lpm(prefix, 32)), 0, "ingress.wide_is", Bits.of(1, 8)),
        entry(
            table, List.of(new MatchValue.Lpm(longer, 125)), 0, "ingress.wide_is", Bits.of(2, 8)));

    assertThat(found(6, packet(0, 0, 0, 0, "20010db8" + "f".repeat(24)))).isEqualTo(1);
    assertThat(found(6, packet(0, 0, 0, 0, "20010db8" + "0".repeat(23) + "f"))).isEqualTo(2);
    assertThat(found(6, packet(0, 0, 0, 0))).isZero();
  }

  @Test
  void entriesOfTheProgramKeepTheirOrder() {
    assertThat(found(7, packet(0x15, 7, 3, 0))).isEqualTo(1);
    assertThat(found(7, packet(0x15, 70, 3, 0))).isEqualTo(2);
    assertThat(found(7, packet(0x25, 9, 1, 0))).isEqualTo(3);
    assertThat(found(7, packet(0x25, 10, 1, 0))).isZero();
    List<TableEntry> entries = device.pipeline.control().entries("ingress.const_table");
    assertThat(entries).extracting(TableEntry::priority).containsExactly(3, 2, 1);
    assertThat(entries).noneMatch(TableEntry::isConst);
    assertThat(entries.getLast().key()).containsExactly(ANY, range(5, 9), ANY);
  }

  @Test
  void valueSetsBranchTheParser() {
    assertThat(found(0, packet(1, 0, 0, 0))).isZero();
    List<List<MatchValue>> members =
        List.of(List.of(exact(0xee, 8), exact(0x555, 12)), List.of(exact(1, 8), exact(2, 12)));

    device.pipeline.control().apply(List.of(new Change.SetValueSet("p.known", members)));

    assertThat(found(0, packet(1, 0, 0, 0))).isEqualTo(1);
    assertThat(device.pipeline.control().valueSet("p.known")).isEqualTo(members);
    device
        .pipeline
        .control()
        .apply(List.of(new Change.SetValueSet("p.known", List.of(List.of(exact(0xee554L, 20))))));
    assertThat(found(0, packet(1, 0, 0, 0))).isZero();
  }

  @Test
  void defaultsAreSetAndReset() {
    String table = "ingress.ternary_table";
    var control = device.pipeline.control();
    EntryTarget mine = new EntryTarget.ActionCall("ingress.ternary_is", List.of(Bits.of(5, 8)));

    control.apply(List.of(new Change.SetDefault(table, mine)));
    assertThat(found(2, packet(0, 0, 0, 0))).isEqualTo(5);
    assertThat(control.defaultTarget(table)).contains(mine);
    control.apply(List.of(new Change.ResetDefault(table)));
    assertThat(found(2, packet(0, 0, 0, 0))).isEqualTo(99);
  }

  @Test
  void aBatchWithOneWrongChangeChangesNothing() {
    var control = device.pipeline.control();
    List<Change> changes =
        List.of(
            new Change.PutEntry(exactEntry(1, 2, 7)),
            new Change.PutEntry(
                entry(
                    "ingress.exact_table",
                    List.of(exact(1, 8), exact(2, 12)),
                    0,
                    "ingress.lpm_is",
                    Bits.of(1, 8))));

    assertThatThrownBy(() -> control.apply(changes))
        .isInstanceOf(InvalidChangeException.class)
        .hasMessage(
            "table ingress.exact_table does not run action ingress.lpm_is; it runs NoAction,"
                + " ingress.exact_is");
    assertThat(control.entries("ingress.exact_table")).isEmpty();
    assertThat(found(1, packet(1, 2, 0, 0))).isZero();
  }

  @Test
  void whatDoesNotFitIsNamed() {
    refused(
        entry("ingress.exact_table", List.of(exact(1, 8)), 0, "ingress.exact_is", Bits.of(1, 8)),
        "table ingress.exact_table has 2 key fields, found 1");
    refused(
        entry(
            "ingress.exact_table",
            List.of(exact(1, 9), exact(1, 12)),
            0,
            "ingress.exact_is",
            Bits.of(1, 8)),
        "field hdr.h.a of table ingress.exact_table has 8 bits, found 9");
    refused(
        entry(
            "ingress.exact_table",
            List.of(ANY, exact(1, 12)),
            0,
            "ingress.exact_is",
            Bits.of(1, 8)),
        "field hdr.h.a of table ingress.exact_table takes an exact value, found Any[]");
    refused(
        entry(
            "ingress.exact_table",
            List.of(exact(1, 8), exact(1, 12)),
            3,
            "ingress.exact_is",
            Bits.of(1, 8)),
        "table ingress.exact_table has no ternary, range or optional field, so its priority is 0,"
            + " found 3");
    refused(
        entry(
            "ingress.exact_table",
            List.of(exact(1, 8), exact(1, 12)),
            0,
            "ingress.exact_is",
            Bits.of(1, 9)),
        "argument n of action ingress.exact_is has 8 bits, found 9");
    refused(
        entry(
            "ingress.ternary_table",
            List.of(ternary(0x1f, 0xf0, 8), ANY, ANY),
            1,
            "ingress.ternary_is",
            Bits.of(1, 8)),
        "field hdr.h.a of table ingress.ternary_table has value 0x1f with bits outside its mask"
            + " 0xf0");
    refused(
        entry(
            "ingress.range_table",
            List.of(range(3, 2), exact(1, 8)),
            1,
            "ingress.range_is",
            Bits.of(1, 8)),
        "field hdr.h.b of table ingress.range_table has range 3 to 2");
    refused(
        TableEntry.of(
            "ingress.exact_table",
            List.of(exact(1, 8), exact(1, 12)),
            0,
            new EntryTarget.Member(1)),
        "table ingress.exact_table has no action profile");
  }

  private void refused(TableEntry entry, String message) {
    assertThatThrownBy(() -> put(entry))
        .isInstanceOf(InvalidChangeException.class)
        .hasMessage(message);
  }

  @Test
  void aConstDefaultStays() {
    assertThatThrownBy(() ->
            device
                .pipeline
                .control()
                .apply(
                    List.of(
                        new Change.SetDefault(
                            "ingress.const_table",
                            new EntryTarget.ActionCall("NoAction", List.of())))))
        .hasMessageContaining("const");
  }

  @Test
  void unknownNamesAreNamed() {
    var control = device.pipeline.control();

    assertThatThrownBy(() -> control.entries("ingress.nothing"))
        .isInstanceOf(UnknownNameException.class)
        .hasMessageStartingWith("the program has no table ingress.nothing; it has ");
    assertThatThrownBy(() -> control.counter("c", 0)).isInstanceOf(UnknownNameException.class);
    assertThatThrownBy(() -> control.register("r", 0)).isInstanceOf(UnknownNameException.class);
  }

  @Test
  void everyPacketSeesABatchWholeOrNotAtAll() throws Exception {
    var control = device.pipeline.control();
    AtomicBoolean writing = new AtomicBoolean(true);
    AtomicInteger batches = new AtomicInteger();
    Thread writer =
        Thread.ofPlatform()
            .start(() -> {
              while (writing.get()) {
                int i = batches.incrementAndGet();
                control.apply(List.of(exactFinds(i % 200), optionalFinds(i % 200)));
              }
            });
    int changes = 0;
    int last = 0;
    // Until enough was seen, however the machine shares its cores; a writer that failed ends it.
    for (int pass = 0; writer.isAlive() && (pass < 2_000 || changes < 20); pass++) {
      String out = device.pass(packet(1, 2, 0, 0));
      int exact = Integer.parseInt(out.substring(out.length() - 14, out.length() - 12), 16);
      int optional = Integer.parseInt(out.substring(out.length() - 6, out.length() - 4), 16);
      assertThat(optional).isEqualTo(exact);
      changes += exact == last ? 0 : 1;
      last = exact;
    }
    writing.set(false);
    writer.join();

    assertThat(changes).isGreaterThanOrEqualTo(20);
    assertThat(found(5, packet(1, 2, 0, 0))).isEqualTo(batches.get() % 200);
  }

  private static Change exactFinds(int n) {
    return new Change.PutEntry(exactEntry(1, 2, n));
  }

  private static Change optionalFinds(int n) {
    return new Change.PutEntry(
        entry(
            "ingress.optional_table",
            List.of(given(1, 8), ANY),
            1,
            "ingress.optional_is",
            Bits.of(n, 8)));
  }
}
