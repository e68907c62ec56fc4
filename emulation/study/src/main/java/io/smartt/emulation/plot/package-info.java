/** Figures for papers: charts as PNG and SVG, without a display. */
@NullMarked
package io.smartt.emulation.plot;

import org.jspecify.annotations.NullMarked;
