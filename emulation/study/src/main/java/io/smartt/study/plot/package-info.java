/** Figures for papers: charts as PNG and SVG, without a display. */
@NullMarked
package io.smartt.study.plot;

import org.jspecify.annotations.NullMarked;
