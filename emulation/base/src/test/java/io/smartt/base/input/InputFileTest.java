package io.smartt.base.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link InputFile}. */
@Timeout(30)
class InputFileTest {
  private static final String TEXT = "Nodes 4\nß µ 漢\n";

  @TempDir private Path folder;

  @Test
  void plainTextIsAsItIs() throws IOException {
    assertThat(InputFile.text(file(TEXT.getBytes(StandardCharsets.UTF_8)))).isEqualTo(TEXT);
    assertThat(InputFile.text(file(new byte[0]))).isEmpty();
    assertThat(InputFile.text(file(new byte[] {'a'}))).isEqualTo("a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16LE", "UTF-16BE"})
  void aByteOrderMarkIsNoTextAndLinesMayEndAsOnWindows(String charset) throws IOException {
    String text = TEXT.replace("\n", "\r\n");
    byte[] bytes = ("\uFEFF" + text).getBytes(Charset.forName(charset));

    assertThat(InputFile.text(file(bytes))).isEqualTo(text);
    assertThat(InputFile.lines(file(bytes))).containsExactly("Nodes 4", "ß µ 漢");
    assertThat(InputFile.text(file(packed(bytes)))).isEqualTo(text);
  }

  @Test
  void whatIsNoTextIsRefusedByName() throws IOException {
    Path file = file(new byte[] {'a', (byte) 0xe9, 'b'});
    assertThatThrownBy(() -> InputFile.text(file))
        .isInstanceOf(UserInputException.class)
        .hasMessage(file + ": is not text (UTF-8)");

    byte[] packed = packed(TEXT.getBytes(StandardCharsets.UTF_8));
    Path cut = file(Arrays.copyOf(packed, packed.length - 9));
    assertThatThrownBy(() -> InputFile.text(cut))
        .isInstanceOf(UserInputException.class)
        .hasMessage(cut + ": is packed by gzip and damaged: it ends too early");

    assertThatThrownBy(() -> InputFile.text(folder))
        .hasMessage(folder + ": is a folder, not a file");
    assertThatThrownBy(() -> InputFile.text(folder.resolve("none")))
        .hasMessage(folder.resolve("none") + ": no such file");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16LE", "UTF-16BE"})
  void aReaderTakesTheSameKindsOfText(String charset) throws IOException {
    byte[] bytes = ("\uFEFF" + TEXT).getBytes(Charset.forName(charset));

    for (Path file : List.of(file(bytes), Files.write(folder.resolve("y"), packed(bytes)))) {
      try (BufferedReader reader = InputFile.reader(file)) {
        assertThat(reader.lines()).containsExactly("Nodes 4", "ß µ 漢");
      }
    }
    try (BufferedReader reader = InputFile.reader(file("a".getBytes(StandardCharsets.UTF_8)))) {
      assertThat(reader.lines()).containsExactly("a");
    }
    try (BufferedReader reader = InputFile.reader(file(new byte[0]))) {
      assertThat(reader.lines()).isEmpty();
    }
  }

  @Test
  void whatIsTooLongIsRefusedBeforeItFillsTheMemory() throws IOException {
    Path device = Path.of("/dev/zero");
    assumeTrue(Files.isReadable(device), "needs /dev/zero");
    assertThatThrownBy(() -> InputFile.bytes(device))
        .isInstanceOf(UserInputException.class)
        .hasMessage("/dev/zero: is no regular file and goes on after 67108864 bytes");
    assertThatThrownBy(() -> InputFile.reader(device))
        .isInstanceOf(UserInputException.class)
        .hasMessageStartingWith("/dev/zero: is no regular file");

    Path sparse = folder.resolve("sparse");
    try (RandomAccessFile file = new RandomAccessFile(sparse.toFile(), "rw")) {
      file.setLength(1L << 32);
    }
    assertThatThrownBy(() -> InputFile.bytes(sparse))
        .isInstanceOf(UserInputException.class)
        .hasMessage(sparse + ": has more than 1073741824 bytes");
  }

  private Path file(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("x.txt"), bytes);
  }

  private static byte[] packed(byte[] bytes) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(bytes);
    }
    return packed.toByteArray();
  }
}
