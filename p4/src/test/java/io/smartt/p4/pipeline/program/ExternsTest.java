package io.smartt.p4.pipeline.program;

import static io.smartt.p4.pipeline.program.Device.exact;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PacketByteCount;
import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.Pipeline.Digest;
import io.smartt.p4.pipeline.Pipeline.FailedAssertionException;
import io.smartt.p4.pipeline.PipelineControl.Change;
import io.smartt.p4.pipeline.PipelineControl.InvalidChangeException;
import io.smartt.p4.pipeline.PipelineControl.MeterConfig;
import io.smartt.p4.pipeline.StandardMetadata;
import io.smartt.p4.pipeline.StandardMetadata.InstanceType;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

/** What {@code externs.p4} does, op by op: operators, registers, hashes and requests. */
class ExternsTest {
  private static final String ZERO_64 = "0000000000000000";
  private static final String ZERO_128 = ZERO_64 + ZERO_64;

  private final Device device = new Device("externs");

  private static String packet(int op, int index, String a, String b, String wide) {
    return "%02x00%04x".formatted(op, index) + a + b + ZERO_64 + wide + ZERO_128;
  }

  private static String packet(int op, int index, long a, long b) {
    return packet(op, index, "%016x".formatted(a), "%016x".formatted(b), ZERO_128);
  }

  private static String arg(String packet) {
    return packet.substring(2, 4);
  }

  private static String index(String packet) {
    return packet.substring(4, 8);
  }

  private static String result(String packet) {
    return packet.substring(40, 56);
  }

  private static String wideResult(String packet) {
    return packet.substring(88, 120);
  }

  @Test
  void saturatingOperatorsStopAtTheirBounds() {
    // 200 |+| 100 = 255; 200 |-| 100 = 100; -56 |+| 100 = 44; -56 |-| 100 = -128
    assertThat(result(device.pass(packet(1, 0, 200, 100)))).isEqualTo("00000000802c64ff");
    // 100 |-| 200 = 0; 100 |+| -56 = 44; 100 |-| -56 = 127
    assertThat(result(device.pass(packet(1, 0, 100, 200)))).isEqualTo("000000007f2c00ff");
  }

  @Test
  void signedOperatorsKeepTheSign() {
    // x = -256, y = 3: x >> 4 = -16, x * y = -768, -x = 256, x < y
    assertThat(result(device.pass(packet(2, 0, 0xff00, 3)))).isEqualTo("00010100fd00fff0");
  }

  @Test
  void arithmeticOf64BitsWrapsAndComparesUnsigned() {
    String out = device.pass(packet(3, 0, 0xffffffffffffffffL, 2));

    assertThat(result(out)).isEqualTo("0000000000000001");
    assertThat(wideResult(out)).isEqualTo("fffffffffffffffe" + "fffffffffffffffd");
    assertThat(arg(out)).isEqualTo("02");
    assertThat(arg(device.pass(packet(3, 0, 2, 0xffffffffffffffffL)))).isEqualTo("01");
  }

  @Test
  void fieldsOf128BitsAreComputedWhole() {
    String wide = "0000000000000001" + "fffffffffffffffe";

    String out = device.pass(packet(4, 0, "0000000000000003", ZERO_64, wide));

    // 0x1_ffff_ffff_ffff_fffe + 3 = 0x2_0000_0000_0000_0001, shifted left by 3
    assertThat(wideResult(out)).isEqualTo("0000000000000010" + "0000000000000008");
    assertThat(result(out)).isEqualTo("0000000000000001");
  }

  @Test
  void hashesAreThoseOfTheirNames() {
    CRC32 crc = new CRC32();
    crc.update(new byte[] {0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38});

    String out = device.pass(packet(5, 0, 0x3132333435363738L, 42));

    // CRC-16/ARC of "12345678" is 0x3c9d; 0x3132 ^ 0x3334 ^ 0x3536 ^ 0x3738 = 0x0008
    assertThat(result(out)).isEqualTo("3c9d" + "%08x".formatted(crc.getValue()) + "0008");
    assertThat(wideResult(out)).isEqualTo(ZERO_64 + "000000000000002a");
  }

  @Test
  void randomStaysWithinItsBoundsAndReachesThem() {
    List<Long> drawn = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      drawn.add(Long.parseUnsignedLong(result(device.pass(packet(6, 0, 5, 8))), 16));
    }

    assertThat(drawn).allMatch(value -> value >= 5 && value <= 8).contains(5L, 6L, 7L, 8L);
    assertThat(result(device.pass(packet(6, 0, 9, 8)))).isEqualTo(ZERO_64);
  }

  @Test
  void randomIsThatOfTheGeneratorGiven() {
    Device other = new Device("externs");

    assertThat(device.pass(packet(6, 0, 0, -1))).isEqualTo(other.pass(packet(6, 0, 0, -1)));
  }

  @Test
  void registersKeepWhatFitsAndIgnoreIndicesOutside() {
    assertThat(result(device.pass(packet(7, 2, 0xfffff, 0)))).isEqualTo(ZERO_64);
    assertThat(result(device.pass(packet(7, 2, 1, 0)))).isEqualTo("000000000007ffff");
    assertThat(result(device.pass(packet(7, 4, 1, 0)))).isEqualTo(ZERO_64);
    assertThat(device.pipeline.control().register("ingress.narrow_register", 2))
        .isEqualTo(Bits.of(1, 19));
  }

  @Test
  void theControlPlaneWritesRegisters() {
    device
        .pipeline
        .control()
        .apply(
            List.of(new Change.WriteRegister("ingress.narrow_register", 1, Bits.of(0x54321, 19))));

    assertThat(result(device.pass(packet(7, 1, 0, 0)))).isEqualTo("0000000000054321");
  }

  @Test
  void registersOf128BitsWork() {
    String wide = "0123456789abcdef" + "fedcba9876543210";
    device.pass(packet(8, 3, ZERO_64, ZERO_64, wide));

    assertThat(wideResult(device.pass(packet(8, 3, 0, 0)))).isEqualTo(wide);
    assertThat(device.pipeline.control().register("ingress.wide_register", 3).value())
        .isEqualTo(BigInteger.ZERO);
  }

  @Test
  void countersCountPacketsAndReceivedBytes() {
    PacketContext context = device.receive(packet(9, 1, 0, 0), 4000);
    device.pipeline.ingress(context, 0);
    device.pass(packet(9, 1, 0, 0));
    device.pass(packet(9, 4, 0, 0));

    assertThat(device.pipeline.control().counter("ingress.counts", 1))
        .isEqualTo(new PacketByteCount(2, 4060));
    device
        .pipeline
        .control()
        .apply(List.of(new Change.WriteCounter("ingress.counts", 1, new PacketByteCount(7, 8))));
    assertThat(device.pipeline.control().counter("ingress.counts", 1))
        .isEqualTo(new PacketByteCount(7, 8));
  }

  @Test
  void truncateCutsTheDeparsedPacket() {
    PacketContext context = device.ingress(packet(10, 20, 1, 2));

    assertThat(context.deparsedLength()).isEqualTo(20);
    assertThat(device.finish(context)).hasSize(40).startsWith("0a000014");
    assertThat(context.packet().length()).isEqualTo(20);
  }

  @Test
  void digestsHoldTheFieldsInOrder() {
    PacketContext context =
        device.ingress(packet(11, 5, "0000000000000006", ZERO_64, ZERO_64 + "0000000000000007"));

    assertThat(context.digestList()).isEqualTo(1);
    assertThat(device.pipeline.digest(context))
        .isEqualTo(
            new Digest("learned_t", List.of(Bits.of(5, 16), Bits.of(6, 64), Bits.of(7, 128))));
    assertThat(device.ingress(packet(9, 5, 6, 7)).digestList()).isEqualTo(PacketContext.NONE);
  }

  @Test
  void logMessagesAreFilledIn() {
    device.pass(packet(12, 0, "00000000000000ff", "ffffffffffffffff", ZERO_128));

    assertThat(device.log).containsExactly("a=255 b=18446744073709551615 wide=0");
  }

  @Test
  void aFailedAssertionSaysSo() {
    device.pass(packet(13, 0, 5, 5));

    assertThatThrownBy(() -> device.pass(packet(13, 0, 5, 6)))
        .isInstanceOf(FailedAssertionException.class)
        .hasMessageContaining("assert");
  }

  @Test
  void metersMarkByTheirRates() {
    MeterConfig rates = MeterConfig.twoRate(1, 2, 2, 4);
    device
        .pipeline
        .control()
        .apply(List.of(new Change.ConfigureMeter("ingress.packet_meter", 1, Optional.of(rates))));

    // Buckets of 2 and 4: two green, two yellow, then red.
    assertThat(colours(5)).isEqualTo("00112");
    device.nowPs += 1_000_000_000_000L;
    // A second brings one committed and two peak tokens.
    assertThat(colours(3)).isEqualTo("012");
    assertThat(device.pipeline.control().meter("ingress.packet_meter", 1)).contains(rates);
  }

  private String colours(int packets) {
    StringBuilder colours = new StringBuilder();
    for (int i = 0; i < packets; i++) {
      colours.append(result(device.pass(packet(14, 1, 0, 0))).charAt(15));
    }
    return colours.toString();
  }

  @Test
  void aSingleRateMeterSpendsItsExcessOnce() {
    MeterConfig rates = new MeterConfig(1, 2, 1, 0, 1);
    device
        .pipeline
        .control()
        .apply(List.of(new Change.ConfigureMeter("ingress.packet_meter", 1, Optional.of(rates))));

    assertThat(colours(4)).isEqualTo("0012");
    // Ten seconds fill the committed bucket of two and, with what is over, the excess of one.
    device.nowPs += 10_000_000_000_000L;
    assertThat(colours(4)).isEqualTo("0012");
  }

  @Test
  void aMeterWithoutRatesIsGreen() {
    assertThat(result(device.pass(packet(14, 0, 0, 0)))).isEqualTo(ZERO_64);
  }

  @Test
  void ratesThatMakeNoSenseAreRefused() {
    Change change =
        new Change.ConfigureMeter(
            "ingress.packet_meter", 1, Optional.of(MeterConfig.twoRate(5, 1, 4, 1)));

    assertThatThrownBy(() -> device.pipeline.control().apply(List.of(change)))
        .isInstanceOf(InvalidChangeException.class)
        .hasMessageContaining("ingress.packet_meter");
  }

  @Test
  void directMetersMarkBeforeTheAction() {
    var key = List.of(exact(1, 16));
    MeterConfig rates = MeterConfig.twoRate(0, 100, 0, 150);
    device
        .pipeline
        .control()
        .apply(
            List.of(
                new Change.ConfigureDirectMeter("ingress.metered", key, 0, Optional.of(rates))));

    // Packets of 60 bytes: 100 committed, 150 peak.
    assertThat(result(device.pass(packet(15, 1, 0, 0)))).endsWith("0");
    assertThat(result(device.pass(packet(15, 1, 0, 0)))).endsWith("1");
    assertThat(result(device.pass(packet(15, 1, 0, 0)))).endsWith("2");
  }

  @Test
  void resubmitKeepsTheFieldListAndTheReceivedPacket() {
    PacketContext context = device.ingress(packet(20, 0x1234, 1, 2));
    assertThat(context.resubmitFieldList()).isEqualTo(1);

    device.pipeline.resubmit(context);
    assertThat(context.get(StandardMetadata.INSTANCE_TYPE)).isEqualTo(InstanceType.RESUBMIT);
    assertThat(context.get(StandardMetadata.PACKET_LENGTH)).isEqualTo(60);
    device.pipeline.ingress(context, 0);
    String out = device.finish(context);

    assertThat(index(out)).isEqualTo("1234");
    assertThat(arg(out)).isEqualTo("06");
    assertThat(result(out)).isEqualTo(ZERO_64);
    assertThat(context.resubmitFieldList()).isEqualTo(PacketContext.NONE);
  }

  @Test
  void recirculateTakesTheDeparsedPacket() {
    PacketContext context = device.ingress(packet(21, 0x1234, 1, 2));
    device.finish(context);
    assertThat(context.recirculateFieldList()).isEqualTo(1);

    device.pipeline.recirculate(context);
    device.pipeline.ingress(context, 0);
    String out = device.finish(context);

    assertThat(index(out)).isEqualTo("1234");
    assertThat(arg(out)).isEqualTo("04");
    assertThat(out.substring(8, 24)).isEqualTo("0000000000000005");
  }

  @Test
  void ingressClonesArePacketsAsReceived() {
    PacketContext context = device.ingress(packet(22, 0x1234, 1, 2));
    assertThat(context.cloneSession()).isEqualTo(7);
    PacketContext clone = device.pipeline.newContext();

    device.pipeline.cloneIngress(context, clone);

    assertThat(clone.cloneSession()).isEqualTo(PacketContext.NONE);
    String cloned = device.finish(clone);
    assertThat(arg(cloned)).isEqualTo("01");
    assertThat(index(cloned)).isEqualTo("1234");
    assertThat(cloned.substring(8, 24)).isEqualTo("0000000000000001");
    assertThat(device.finish(context).substring(8, 24)).isEqualTo("0000000000000005");
  }

  @Test
  void egressClonesAreHeadersAsTheyAre() {
    PacketContext context = device.ingress(packet(24, 0x1234, 1, 2));
    device.pipeline.egress(context, 0);
    assertThat(context.cloneSession()).isEqualTo(8);
    PacketContext clone = device.pipeline.newContext();

    device.pipeline.cloneEgress(context, clone);
    String cloned = device.finish(clone);

    assertThat(arg(cloned)).isEqualTo("02");
    assertThat(index(cloned)).isEqualTo("1234");
    assertThat(cloned.substring(8, 24)).isEqualTo("0000000000000005");
  }

  @Test
  void replicasAreIndependent() {
    PacketContext context = device.ingress(packet(23, 1, 1, 2));
    assertThat(context.get(StandardMetadata.MCAST_GRP)).isEqualTo(9);
    PacketContext first = device.pipeline.newContext();
    PacketContext second = device.pipeline.newContext();
    context.set(StandardMetadata.INSTANCE_TYPE, InstanceType.REPLICATION);
    device.pipeline.copy(context, first);
    first.set(StandardMetadata.EGRESS_RID, 10);
    device.pipeline.copy(context, second);
    second.set(StandardMetadata.EGRESS_RID, 20);

    assertThat(arg(device.finish(first))).isEqualTo("0a");
    assertThat(arg(device.finish(second))).isEqualTo("14");
  }

  @Test
  void egressCanDrop() {
    PacketContext context = device.ingress(packet(25, 0, 0, 0));
    assertThat(context.get(StandardMetadata.EGRESS_SPEC)).isEqualTo(1);
    device.pipeline.egress(context, 0);
    assertThat(context.get(StandardMetadata.EGRESS_SPEC)).isEqualTo(device.pipeline.dropPort());

    PacketContext kept = device.ingress(packet(9, 0, 0, 0));
    device.pipeline.egress(kept, 0);
    assertThat(kept.get(StandardMetadata.EGRESS_SPEC)).isNotEqualTo(device.pipeline.dropPort());
  }

  @Test
  void packetLengthInEgressIsThatReceived() {
    PacketContext context = device.receive(packet(26, 0, 0, 0), 1500);
    device.pipeline.ingress(context, 0);

    assertThat(result(device.finish(context))).isEqualTo("00000000000005dc");
    assertThat(context.packet().length()).isEqualTo(1500);
    assertThat(context.packet().headLength()).isEqualTo(60);
  }

  @Test
  void aPacketTooShortForItsHeaderPassesAsItIs() {
    PacketContext context = device.ingress("090000");

    assertThat(context.get(StandardMetadata.PARSER_ERROR)).isEqualTo(1);
    assertThat(device.finish(context)).isEqualTo("090000");
  }

  @Test
  void countedBytesReadAsZero() {
    PacketContext context = device.receive("0700", 100);
    device.pipeline.ingress(context, 0);

    assertThat(device.finish(context)).hasSize(120).startsWith("07000000");
    assertThat(context.packet().length()).isEqualTo(100);
  }

  @Test
  void aContextOfAnotherKindIsRefused() {
    assertThatThrownBy(() -> device.pipeline.ingress(ForeignContext.create(), 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
