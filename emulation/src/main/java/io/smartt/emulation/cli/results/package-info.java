/** Results as tables, CSV and JSON, and amounts with units. */
@NullMarked
package io.smartt.emulation.cli.results;

import org.jspecify.annotations.NullMarked;
