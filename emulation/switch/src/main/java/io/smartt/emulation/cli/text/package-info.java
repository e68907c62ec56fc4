/** Text for people: tables. */
@NullMarked
package io.smartt.emulation.cli.text;

import org.jspecify.annotations.NullMarked;
