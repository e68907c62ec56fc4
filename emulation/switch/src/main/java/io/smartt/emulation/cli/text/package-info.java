/** Text for people: tables, and amounts with units. */
@NullMarked
package io.smartt.emulation.cli.text;

import org.jspecify.annotations.NullMarked;
