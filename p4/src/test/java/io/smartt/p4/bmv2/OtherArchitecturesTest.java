package io.smartt.p4.bmv2;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.p4.bmv2.Bmv2Reader.Bmv2FormatException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** JSON that p4c writes for BMv2's other targets is named by what it is. */
class OtherArchitecturesTest {
  @ParameterizedTest
  @CsvSource({"ingress_parser,psa_switch", "egress_parser,psa_switch", "main_parser,pna_nic"})
  void theTargetIsNamed(String parser, String target) {
    String json = "{\"parsers\":[{\"name\":\"" + parser + "\",\"id\":0}]}";
    assertThatThrownBy(() -> Bmv2Reader.read(json.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(Bmv2FormatException.class)
        .hasMessageContaining("this program is for " + target + "; v1model programs are accepted");
  }
}
