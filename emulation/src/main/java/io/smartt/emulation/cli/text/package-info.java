/** Text for people: tables, amounts with units, and JSON. */
@NullMarked
package io.smartt.emulation.cli.text;

import org.jspecify.annotations.NullMarked;
