namespace :shop do
	desc 'Reads the list of goods'
	task :import, [:path] => :environment do |_, args|
		Importer.new(args[:path]).run
	end
end

=begin
Left over from the old shop.
=end

unless defined?(Importer)
	class Importer
		def run(
			path = nil,
			retries: 3,
			**
		)
		end

		def rows
			text = <<~SQL
				def not_a_method
				SELECT * FROM goods
			SQL
			def clean(row) row.strip end
			text.lines.map { |row| clean(row) }
		end

		def broken
			[1, 2 +, 3]
		end

		def finish
			yield if block_given?
		end
	end
end

RSpec.describe Importer do
	it('reads') { expect(subject).to be }
end
